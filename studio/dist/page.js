var X,Fd,Cl,yn,kl,Cr,qd,xr,Nd,Al,xl,$d,rs=Symbol.for("pv"),Ar={},Tr=[],zb=/^m(i|n|o|s|text|space)$/,Tl=Array.isArray,Ml=Tr.slice,qn=Object.assign;function Fn(n){n&&n.parentNode&&n.remove()}function Hd(n,e,t){var i,s,r,o={},a=arguments.length;for(r in e)r=="key"?i=e[r]:r=="ref"&&typeof n!="function"?s=e[r]:o[r]=e[r];return a>2&&(o.children=a>3?Ml.call(arguments,2):t),ss(n,o,i,s,null)}function ss(n,e,t,i,s){var r={type:n,props:e,key:t,ref:i,__k:null,__:null,__b:0,__e:null,__c:null,constructor:rs,__v:s||++Fd,__i:-1,__u:0};return!s&&X.vnode&&X.vnode(r),r}function H(n){return n.children}function vn(n,e){this.props=n,this.context=e,this.__g=0}function bn(n,e){if(e==null)return n.__&&bn(n.__,n.__i+1);for(var t;e<n.__k.length;e++)if((t=n.__k[e])&&t.__e)return t.__e;return typeof n.type!="function"||n.props.__P?null:bn(n)}function Vb(n){var e,t=n.__v,i=t.__e,s=[],r=[],o=n.__P;o&&((e=qn({constructor:rs},t)).__v=t.__v+1,X.vnode&&X.vnode(e),El(o,e,t,n.__n,o.namespaceURI,32&t.__u?[i]:null,s,i||bn(t),32&t.__u,r),e.__v=t.__v,e.__.__k[e.__i]=e,Gd(s,e,r),t.__=t.__e=null,e.__e!=i&&Wd(e))}function Wd(n){if((n=n.__)&&n.__c&&!n.props.__P)return n.__e=null,n.__k.some(function(e){return e&&(n.__e=e.__e)}),Wd(n)}function Sl(n){(8&n.__g||(n.__g|=8,yn.push(n),Cr++))&&kl==X.debounceRendering||((kl=X.debounceRendering)||queueMicrotask)(zd)}function zd(){try{for(var n,e=1;yn.length;)yn.length>e&&yn.sort(qd),n=yn.shift(),e=yn.length,8&n.__g&&Vb(n)}finally{(Cr=yn.length)&&(kl||queueMicrotask)(zd)}}function Vd(n,e,t,i,s,r,o,a,l,h,c){var d,f,p,m,g,y,v=i.__k||Tr,w=e.length;for(l=Ub(t,e,v,l,w),d=0;d<w;d++)(p=t.__k[d])!=null&&(f=~p.__i&&v[p.__i]||Ar,p.__i=d,y=El(n,p,f,s,r,o,a,l,h,c),m=p.__e,(f.ref!=p.ref||8&f.__u)&&(f.ref&&Dl(f.ref,null,p,f),p.ref&&c.push(p.ref,p.__c||m,p)),g=g||m,4&p.__u?(l=Ud(p,l,n,!f.__v),f.__e&&(f.__e=null)):typeof p.type=="function"&&y!==void 0?l=y:m&&(l=m.nextSibling),p.__u&=-21);return t.__e=g,l}function Ub(n,e,t,i,s){var r,o,a,l,h,c,d,f,p,m=t.length,g=m,y=0,v=0,w=n.__k=Array(s);for(r=0;r<s;r++)(o=e[r])!=null&&typeof o!="boolean"&&typeof o!="function"?(typeof o!="object"||o.constructor===String?o=w[r]=ss(null,o):Tl(o)?o=w[r]=ss(H,{children:o}):o.constructor===rs&&o.__b?o=w[r]=ss(o.type,o.props,o.key,o.ref,o.__v):w[r]=o,l=r+y,o.__=n,o.__b=n.__b+1,a=null,~(h=o.__i=jb(o,t,l,g))&&(g--,(a=t[h])&&(a.__u|=2)),a&&a.__v?(o.__u|=16,h==l-1?y--:h==l+1?y++:h!=l&&(h>l?y--:y++,v=1)):(~h||(s>m?y--:s<m&&y++),typeof o.type!="function"&&(o.__u|=4))):w[r]=null;if(v){for(c=[],d=[],r=0;r<s;r++)if((o=w[r])&&16&o.__u){for(y=0,f=c.length;y<f;)c[p=y+f>>1]<o.__i?y=p+1:f=p;c[y]=o.__i,d[r]=y+1}for(y=c.length;r--;)d[r]&&(d[r]==y?y--:w[r].__u|=4)}if(g)for(r=0;r<m;r++)!(a=t[r])||2&a.__u||(a.__e==i&&(i=bn(a)),Pl(a,a));return i}function Ud(n,e,t,i){var s,r,o,a;if(typeof n.type=="function"){if(n.props.__P)return e;if(s=n.__k)for(r=0;r<s.length;r++)s[r]&&(s[r].__=n,e=Ud(s[r],e,t,!1));return e}for(e&&!e.parentNode&&(e=bn(n))&&!e.parentNode&&(e=null),o=n.__e,a=e;a&&a.nodeType==8;)a=a.nextSibling;for(o!=a&&(!i&&t.moveBefore&&o.parentNode?t.moveBefore(o,e):t.insertBefore(o,e||null)),e=o;(e=e&&e.nextSibling)&&e.nodeType==8&&!e.data.startsWith("$s"););return e}function jb(n,e,t,i){var s,r=n.key,o=n.type,a=e[t],l=a&&!(2&a.__u);if(a===null&&r==null||l&&r==a.key&&o==a.type)return t;if(i>(l?1:0)){for(s=t-1;s>=0;s--)if((a=e[s])&&!(2&a.__u)&&r==a.key&&o==a.type)return s;for(s=t+1;s<e.length;s++)if((a=e[s])&&!(2&a.__u)&&r==a.key&&o==a.type)return s}return-1}function Id(n,e,t){t==null&&(t=""),e[0]=="-"?n.setProperty(e,t):n[e]=t}function kr(n,e,t,i,s){var r,o;if(e=="style")if(typeof t=="string")n.style.cssText=t;else{if(typeof i=="string"&&(n.style.cssText=i=""),i)for(e in i)t&&e in t||Id(n.style,e);if(t)for(e in t)i&&t[e]==i[e]||Id(n.style,e,t[e])}else if(e[0]=="o"&&e[1]=="n")typeof t!="function"&&(t=null),typeof i!="function"&&(i=null),(n.__e||(n.__e={}))[e]=t,t&&i||(o=xl[e]||(xl[e]=Gb(e)),(n.__a||(n.__a={}))[e]=Al,r=e!=(e=e.replace(Nd,"$1")),(e=e.slice(2))[0]<"a"&&(e=e.toLowerCase()),t?n.addEventListener(e,o,r):n.removeEventListener(e,o,r));else{if(s=="http://www.w3.org/2000/svg")e=e.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(e!="width"&&e!="height"&&e!="href"&&e!="list"&&e!="form"&&e!="tabIndex"&&e!="download"&&e!="rowSpan"&&e!="colSpan"&&e!="role"&&e!="popover"&&e in n)try{return void(n[e]=t??"")}catch{}if(typeof t=="function")return;t==null||t===!1&&e[4]!="-"?n.removeAttribute(e):n.setAttribute(e,e=="popover"&&t==1?"":t)}}function Gb(n){return function(e){var t=this.__e;if(t){if(t=t[n],e[xr]==null)e[xr]=Al++;else if(e[xr]<this.__a[n])return;return t(X.event?X.event(e):e)}}}function El(n,e,t,i,s,r,o,a,l,h){var c,d,f,p,m,g,y,v,w,k,x,b,S,C,T,D,N,F,_=e.type;if(e.constructor!==rs)return null;128&t.__u&&(l=32&t.__u,c=t.__c.__z)&&(e.__u|=l,d=r=[],c.nodeType==8?a=Sr(c,r):r.push(c),a=r[0]||a),(c=X.__b)&&c(e);e:if(typeof _=="function"){f=o.length;try{if(v=e.props,w=(c=_.prototype)&&c.render,k=(c=_.contextType)&&i[c.__c],x=c?k?k.props.value:c.__:i,(p=t.__c)?(e.__c=p,2&p.__g&&(p.__g|=1)):(w?e.__c=p=new _(v,x):(e.__c=p=new vn(v,x),p.constructor=_,p.render=Yb),k&&k.sub(p),p.state||(p.state={}),p.__n=i,p.__g|=8,p.__h=[],p.__k=[]),w&&(p.__s||(p.__s=p.state),_.getDerivedStateFromProps&&(p.__s==p.state&&(p.__s=qn({},p.__s)),qn(p.__s,_.getDerivedStateFromProps(v,p.__s)))),m=p.props,g=p.state,p.__v=e,t.__c){if(v!==m&&w&&!_.getDerivedStateFromProps&&p.componentWillReceiveProps&&p.componentWillReceiveProps(v,x),e.__v==t.__v&&!(8&p.__g)||!(4&p.__g)&&p.shouldComponentUpdate&&p.shouldComponentUpdate(v,p.__s,x)===!1){e.__v!=t.__v&&(p.props=v,p.state=p.__s,p.__g&=-9),e.__e=t.__e,e.__k=t.__k,e.__k.some(function($){$&&($.__=e)}),Tr.push.apply(p.__h,p.__k),p.__k=[],p.__h.length&&o.push(p),a=bn(t);break e}p.componentWillUpdate&&p.componentWillUpdate(v,p.__s,x),w&&p.componentDidUpdate&&p.__h.push(function(){p.componentDidUpdate(m,g,y)})}else w&&!_.getDerivedStateFromProps&&p.componentWillMount&&p.componentWillMount(),w&&p.componentDidMount&&p.__h.push(p.componentDidMount);p.context=x,p.props=v,p.__P=n,p.__g&=-5,b=X.__r,S=w?25:0;do p.__g&=-9,b&&b(e),c=p.render(p.props,p.state=p.__s,p.context);while(8&p.__g&&++S<25);w&&(Tr.push.apply(p.__h,p.__k),p.__k=[]),p.state=p.__s,p.getChildContext&&(i=qn({},i,p.getChildContext())),w&&t.__c&&p.getSnapshotBeforeUpdate&&(y=p.getSnapshotBeforeUpdate(m,g)),C=c&&c.type===H&&c.key==null?c.props.children:c,v.__P&&(c=a,s=(n=v.__P).namespaceURI,l=r=null,t.props&&t.props.__P!=n&&(t.__k.some(function($){$&&Pl($,$)}),t.__k=null),a=t.__k?bn(t,0):null),a=Vd(n,Tl(C)?C:[C],e,t,i,s,r,o,a,l,h),v.__P&&(e.__e=null,a=c),e.__u&=-161,d&&d.some(Fn),p.__h.length&&o.push(p),1&p.__g&&(p.__g&=-4)}catch($){if(o.length=f,e.__v=null,l||r)if($&&$.then){if(e.__u|=128|l,r){for(~(N=r.indexOf(a||void 0))||(N=r.length);(F=r[N-1])&&F.nodeType==8;)N--;for(;N<r.length;N++)if(F=r[N])if(r[N]=null,T){if(F==D)break}else{if(F.nodeType!=8)break;F.data.startsWith("$s")&&(D=Sr(T=F))}}if(!T){for(;a&&a.nodeType==8&&a.nextSibling;)a=a.nextSibling;T=a}(c=Sr(T=e.__c.__z||(e.__c.__z=T)))?(e.__e=T,a=c):e.__e=a,a=a&&a.nextSibling}else r&&r.some(Fn);else e.__e=t.__e;e.__k||(e.__k=t.__k||[]),$&&$.then||jd(e),X.__e($,e,t)}}else a=e.__e=Kb(t.__e,e,t,i,s,r,o,l,h,n);return(c=X.diffed)&&c(e),a}function Sr(n,e){if(n&&n.nodeType==8&&n.data.startsWith("$s"))for(var t=1;n=n.nextSibling;){if(n.nodeType==8){if(n.data.startsWith("$s"))t++;else if(n.data.startsWith("/$s")&&!--t)return n}e&&e.push(n)}}function jd(n){n&&(n.__c&&(n.__c.__g|=4),n.__k&&n.__k.some(jd))}function Gd(n,e,t){for(var i=0;i<t.length;)Dl(t[i++],t[i++],t[i++]);X.__c&&X.__c(e,n),n.some(function(s){try{n=s.__h,s.__h=[],n.some(function(r){r.call(s)})}catch(r){X.__e(r,s.__v)}})}function Kb(n,e,t,i,s,r,o,a,l,h){var c,d,f,p,m,g,y,v,w=t.props||Ar,k=e.props,x=e.type;if(x=="svg"?s="http://www.w3.org/2000/svg":x=="math"?s="http://www.w3.org/1998/Math/MathML":s||(s="http://www.w3.org/1999/xhtml"),r){for(c=0;c<r.length;c++)if((m=r[c])&&(x?m.localName==x:m.nodeType==3)){n=m,r[c]=null;break}}if(!n){if(v=h.ownerDocument||document,!x)return v.createTextNode(k);n=v.createElementNS(s,x,k.is?k:h),a&&(X.__m&&X.__m(e,r),a=!1),r=null}if(x){if(h=x=="template"&&n.content||n,r=x=="textarea"&&k.defaultValue!=null?null:r&&Ml.call(h.childNodes),!a&&r)for(w={},c=0;c<n.attributes.length;c++)w[(m=n.attributes[c]).name]=m.value;for(c in w)m=w[c],c=="dangerouslySetInnerHTML"?f=m:c=="children"||c in k||c=="value"&&"defaultValue"in k||c=="checked"&&"defaultChecked"in k||kr(n,c,null,m,s);for(c in k)m=k[c],c=="children"?p=m:c=="dangerouslySetInnerHTML"?d=m:c=="value"?g=m:c=="checked"?y=m:a&&typeof m!="function"||w[c]===m||kr(n,c,m,w[c],s);d?(a||f&&(d.__html==f.__html||d.__html==n.innerHTML)||(n.innerHTML=d.__html),e.__k=[]):(f&&(n.textContent=""),(x=="foreignObject"||s=="http://www.w3.org/1998/Math/MathML"&&zb.test(x))&&(s="http://www.w3.org/1999/xhtml"),Vd(h,Tl(p)?p:[p],e,t,i,s,r,o,r?r[0]:t.__k&&bn(t,0),a,l),r&&r.some(Fn)),a&&x!="textarea"||(c="value",x=="progress"&&g==null?n.removeAttribute(c):g==null||g===n[c]&&(x!="progress"||g)||kr(n,c,g,w[c],s),c="checked",y!=null&&y!=n[c]&&kr(n,c,y,w[c],s))}else w===k||a&&n.data==k||(n.data=k);return n}function Dl(n,e,t,i){try{typeof n=="function"?e?e.__x=n(e)||1:i&&(i=i.__c||i.__e)&&(e=i.__x)&&(i.__x=null,typeof e=="function"?e():n(null)):n.current=e}catch(s){X.__e(s,t)}}function Pl(n,e,t){var i,s,r,o;if(X.unmount&&X.unmount(n),!(i=n.ref)||i.current&&i.current!=n.__e||Dl(i,null,e,n),i=n.__c){if(i.componentWillUnmount)try{i.componentWillUnmount()}catch(a){X.__e(a,e)}i.__P=i.__n=null}if(i=n.__k)for(o=0;o<i.length;o++)i[o]&&Pl(i[o],e,typeof n.type!="function"||t&&!n.props.__P);!t&&(i=n.__c)&&(i=i.__z)&&(s=Sr(i,r=[]))&&(i==n.__e&&r.some(Fn),Fn(s),Fn(i)),t||Fn(n.__e),n.__e=n.__c=n.__=null}function Yb(n,e,t){return this.constructor(n,t)}function Ol(n,e){var t,i,s,r;X.__&&X.__(n,e),e.nodeType==9&&(e=e.documentElement),i=(t=n&&32&n.__u)?null:e.__k,e.__k=ss(H,{children:[n]}),s=[],r=[],El(e,e.__k,i||Ar,Ar,e.namespaceURI,i?null:e.firstChild?Ml.call(e.childNodes):null,s,i?i.__e:e.firstChild,t,r),Gd(s,e.__k,r),e.__k.props.children=null}function Kd(n){function e(t){var i,s;return this.getChildContext||(i=new Set,(s={})[e.__c]=this,this.getChildContext=function(){return s},this.shouldComponentUpdate=function(r){this.props.value!=r.value&&i.forEach(function(o){o.__g|=4,Sl(o)})},this.sub=function(r){i.add(r);var o=r.componentWillUnmount;r.componentWillUnmount=function(){i.delete(r),o&&o.call(r)}}),t.children}return e.__c="__cC"+$d++,e.__=n,e.Provider=(e.Consumer=function(t,i){return t.children(i)}).contextType=e,e}X={__e:function(n,e,t,i){for(var s,r,o;e=e.__;)if((s=e.__c)&&!(1&s.__g)){s.__g|=4;try{if((o=(r=s.constructor)&&r.getDerivedStateFromError)&&s.setState(r.getDerivedStateFromError(n)),s.componentDidCatch&&(s.componentDidCatch(n,i||{}),o=1),o&&8&s.__g)return void(s.__g|=2)}catch(a){n=a}}throw Cr=0,n}},Fd=0,Cl=function(n){return n!=null&&n.constructor===rs},vn.prototype.setState=function(n,e){var t=this.__s;t&&t!=this.state||(t=this.__s=qn({},this.state)),typeof n=="function"&&(n=n(qn({},t),this.props)),n&&(qn(t,n),this.__v&&(e&&this.__k.push(e),Sl(this)))},vn.prototype.forceUpdate=function(n){this.__v&&(this.__g|=4,n&&this.__h.push(n),Sl(this))},vn.prototype.render=H,yn=[],Cr=0,qd=function(n,e){return n.__v.__b-e.__v.__b},xr=Symbol(),Nd=/(PointerCapture)$|Capture$/i,Al=0,xl={},$d=0;var Nn,ke,Rl,Yd,_l=Object.is,Mr=0,rf=[],Ll=[],Me=X,Jd=Me.__b,Xd=Me.__r,Zd=Me.diffed,Qd=Me.__c,ef=Me.unmount,tf=Me.__;function as(n,e){Me.__h&&Me.__h(ke,n,Mr||e),Mr=0;var t=ke.__H||(ke.__H={__:[],__h:[]});return n>=t.__.length&&t.__.push({}),t.__[n]}function G(n){return Mr=1,Jb(lf,n)}function Jb(n,e,t){var i=as(Nn++,2);if(i.t=n,!i.__c&&(i.__=[t?t(e):lf(void 0,e),function(r){var o=(i.__N||i.__)[0],a=i.t(o,r);_l(o,a)||(i.__N=[a,i.__[1]],i.__c.setState({}))}],i.__c=ke,!ke.__f)){ke.__f=!0;var s=ke.shouldComponentUpdate;ke.shouldComponentUpdate=function(r,o,a){var l=this.__H;if(!l)return!0;var h=!1,c=this.props!=r;if(l.__.some(function(f){f.__N&&(h=!0,_l(f.__[0],f.__N[0])||(c=!0))}),s){var d=s.call(this,r,o,a);return h?d||c:d}return!h||c}}return i.__}function re(n,e){var t=as(Nn++,3);!Me.__s&&af(t.__H,e)&&(t.__P=!0,t.__=n,t.u=e,ke.__H.__h.push(t))}function gt(n){return Mr=5,nt(function(){return{current:n}},[])}function nt(n,e){var t=as(Nn++,7);return af(t.__H,e)&&(t.__=n(),t.__H=e),t.__}function of(n){var e=ke.context[n.__c],t=as(Nn++,9);return t.c=n,e?(t.__==null&&(t.__=!0,e.sub(ke)),e.props.value):n.__}function Er(){var n=as(Nn++,11);if(!n.__){for(var e=ke.__v;!e.__m&&e.__;)e=e.__;var t=e.__m||(e.__m=[0,0]);n.__="P"+t[0]+"-"+t[1]++}return n.__}function Xb(){var n;do{for(;n=Ll.shift();)try{os(n)}catch(t){Me.__e(t,{__:(n=n.__P)&&n.__v})}for(;n=rf.shift();){var e=n.__H;if(n.__P&&e)try{e.__h.some(os),e.__h.some(Bl),e.__h=[]}catch(t){e.__h=[],Me.__e(t,n.__v)}}}while(Ll.length)}Me.__b=function(n){ke=null,Jd&&Jd(n)},Me.__=function(n,e){n&&e.__k&&e.__k.__m&&(n.__m=e.__k.__m),tf&&tf(n,e)},Me.__r=function(n){Xd&&Xd(n),Nn=0;var e=(ke=n.__c).__H;e&&(Rl==ke?ke.__h=[]:(e.__h.some(os),e.__h.some(Bl),Nn=0),e.__h=[],e.__.some(function(t){t.__N&&(t.__=t.__N),t.u=t.__N=void 0})),Rl=ke},Me.diffed=function(n){Zd&&Zd(n);var e=n.__c;e&&e.__H&&(e.__H.__h.length&&sf(rf.push(e)),e.__H.__.some(function(t){t.u&&(t.__H=t.u)})),Rl=ke=null},Me.__c=function(n,e){e.some(function(t){try{t.__h.some(os),t.__h=t.__h.filter(function(i){return!i.__||Bl(i)})}catch(i){t.__h=[function(){throw i}]}}),Qd&&Qd(n,e)},Me.unmount=function(n){ef&&ef(n);var e,t,i=n.__c;i&&i.__H&&(i.__H.__.some(function(s){try{if(s.__P&&s.__c){if(t===void 0){for(t=n.__;t&&(!t.__c||!t.__c.__P);)t=t.__;t=t&&t.__c}s.__P=t,sf(Ll.push(s))}else os(s)}catch(r){e=r}}),i.__H=void 0,e&&Me.__e(e,i.__v))};var nf=typeof requestAnimationFrame=="function";function Zb(n){var e,t=function(){clearTimeout(i),nf&&cancelAnimationFrame(e),setTimeout(n)},i=setTimeout(t,35);nf&&(e=requestAnimationFrame(t))}function sf(n){n!=1&&Yd==Me.requestAnimationFrame||((Yd=Me.requestAnimationFrame)||Zb)(Xb)}function os(n){var e=ke,t=n.__c;typeof t=="function"&&(n.__c=void 0,t()),ke=e}function Bl(n){var e=ke;n.__c=n.__(),ke=e}function af(n,e){return!n||n.length!=e.length||e.some(function(t,i){return!_l(t,n[i])})}function lf(n,e){return typeof e=="function"?e(n):e}var Qb=Symbol.for("preact-signals");function Rr(){if(en>1)en--;else{var n,e=!1;for((function(){var s=Pr;for(Pr=void 0;s!==void 0;){var r=s.S;if(r.v===s.v)for(var o=r.t;o!==void 0;o=o.x)o.i===s.i&&(o.i=r.i);s=s.o}})();hs!==void 0;){var t=hs;for(hs=void 0,Dr++;t!==void 0;){var i=t.u;if(t.u=void 0,t.f&=-3,!(8&t.f)&&cf(t))try{t.c()}catch(s){e||(n=s,e=!0)}t=i}}if(Dr=0,en--,e)throw n}}function Ye(n){if(en>0)return n();Il=++ew,en++;try{return n()}finally{Rr()}}var ls,ye=void 0;function cs(n){var e=ye,t=ls;ye=void 0,ls=void 0;try{return n()}finally{ye=e,ls=t}}var hs=void 0,en=0,Dr=0,ew=0,Il=0,Pr=void 0,Or=0;function hf(n){if(ye!==void 0){var e=n.n;if(e===void 0||e.t!==ye)return e={i:0,S:n,p:ye.s,n:void 0,t:ye,e:void 0,x:void 0,r:e},ye.s!==void 0&&(ye.s.n=e),ye.s=e,n.n=e,32&ye.f&&n.S(e),e;if(e.i===-1)return e.i=0,e.n!==void 0&&(e.n.p=e.p,e.p!==void 0&&(e.p.n=e.n),e.p=ye.s,e.n=void 0,ye.s.n=e,ye.s=e),e}}function Re(n,e){this.v=n,this.i=0,this.n=void 0,this.t=void 0,this.l=0,this.W=e?.watched,this.Z=e?.unwatched,this.name=e?.name}Re.prototype.brand=Qb;Re.prototype.h=function(){return!0};Re.prototype.S=function(n){var e=this,t=this.t;t!==n&&n.e===void 0&&(n.x=t,this.t=n,t!==void 0?t.e=n:cs(function(){var i;(i=e.W)==null||i.call(e)}))};Re.prototype.U=function(n){var e=this;if(this.t!==void 0){var t=n.e,i=n.x;t!==void 0&&(t.x=i,n.e=void 0),i!==void 0&&(i.e=t,n.x=void 0),n===this.t&&(this.t=i,i===void 0&&cs(function(){var s;(s=e.Z)==null||s.call(e)}))}};Re.prototype.subscribe=function(n){var e=this;return De(function(){var t=e.value;cs(function(){return n(t)})},{name:"sub"})};Re.prototype.valueOf=function(){return this.value};Re.prototype.toString=function(){return this.value+""};Re.prototype.toJSON=function(){return this.value};Re.prototype.peek=function(){var n=this;return cs(function(){return n.value})};Object.defineProperty(Re.prototype,"value",{get:function(){var n=hf(this);return n!==void 0&&(n.i=this.i),this.v},set:function(n){if(n!==this.v){if(Dr>100)throw new Error("Cycle detected");(function(t){en!==0&&Dr===0&&t.l!==Il&&(t.l=Il,Pr={S:t,v:t.v,i:t.i,o:Pr})})(this),this.v=n,this.i++,Or++,en++;try{for(var e=this.t;e!==void 0;e=e.x)e.t.N()}finally{Rr()}}}});function B(n,e){return new Re(n,e)}function cf(n){for(var e=n.s;e!==void 0;e=e.n)if(e.S.i!==e.i||!e.S.h()||e.S.i!==e.i)return!0;return!1}function uf(n){for(var e=n.s;e!==void 0;e=e.n){var t=e.S.n;if(t!==void 0&&(e.r=t),e.S.n=e,e.i=-1,e.n===void 0){n.s=e;break}}}function df(n){for(var e=n.s,t=void 0;e!==void 0;){var i=e.p;e.i===-1?(e.S.U(e),i!==void 0&&(i.n=e.n),e.n!==void 0&&(e.n.p=i)):t=e,e.S.n=e.r,e.r!==void 0&&(e.r=void 0),e=i}n.s=t}function $n(n,e){Re.call(this,void 0,e),this.x=n,this.s=void 0,this.g=Or-1,this.f=4}$n.prototype=new Re;$n.prototype.h=function(){if(this.f&=-3,1&this.f)return!1;if((36&this.f)==32||(this.f&=-5,this.g===Or))return!0;if(this.g=Or,this.f|=1,this.i>0&&!cf(this))return this.f&=-2,!0;var n=ye;try{uf(this),ye=this;var e=this.x();(16&this.f||this.v!==e||this.i===0)&&(this.v=e,this.f&=-17,this.i++)}catch(t){this.v=t,this.f|=16,this.i++}return ye=n,df(this),this.f&=-2,!0};$n.prototype.S=function(n){if(this.t===void 0){this.f|=36;for(var e=this.s;e!==void 0;e=e.n)e.S.S(e)}Re.prototype.S.call(this,n)};$n.prototype.U=function(n){if(this.t!==void 0&&(Re.prototype.U.call(this,n),this.t===void 0)){this.f&=-33;for(var e=this.s;e!==void 0;e=e.n)e.S.U(e)}};$n.prototype.N=function(){if(!(2&this.f)){this.f|=6;for(var n=this.t;n!==void 0;n=n.x)n.t.N()}};Object.defineProperty($n.prototype,"value",{get:function(){if(1&this.f)throw new Error("Cycle detected");var n=hf(this);if(this.h(),n!==void 0&&(n.i=this.i),16&this.f)throw this.v;return this.v}});function Ee(n,e){return new $n(n,e)}function ff(n){var e=n.j;if(n.j=void 0,typeof e=="function"){en++;var t=ye;ye=void 0;try{e()}catch(i){throw n.f&=-2,n.f|=8,Fl(n),i}finally{ye=t,Rr()}}}function Fl(n){for(var e=n.s;e!==void 0;e=e.n)e.S.U(e);n.x=void 0,n.s=void 0,ff(n)}function tw(n){if(ye!==this)throw new Error("Out-of-order effect");df(this),ye=n,this.f&=-2;try{8&this.f&&Fl(this)}finally{Rr()}}function pi(n,e){this.x=n,this.j=void 0,this.s=void 0,this.u=void 0,this.f=32,this.name=e?.name,ls&&ls.push(this)}pi.prototype.c=function(){var n=this.S();try{if(8&this.f||this.x===void 0)return;var e=this.x();typeof e=="function"&&(this.j=e)}finally{n()}};pi.prototype.S=function(){if(1&this.f)throw new Error("Cycle detected");this.f|=1,this.f&=-9,ff(this),uf(this),en++;var n=ye;return ye=this,tw.bind(this,n)};pi.prototype.N=function(){2&this.f||(this.f|=2,this.u=hs,hs=this)};pi.prototype.d=function(){this.f|=8,1&this.f||Fl(this)};pi.prototype.dispose=function(){this.d()};function De(n,e){var t=new pi(n,e);try{t.c()}catch(s){throw t.d(),s}var i=t.d.bind(t);return i[Symbol.dispose]=i,i}var pf,Lr,_r,nw=typeof window<"u"&&!!window.__PREACT_SIGNALS_DEVTOOLS__;var mf=[];De(function(){pf=this.N})();function mi(n,e){X[n]=e.bind(null,X[n]||function(){})}function us(n){if(_r){var e=_r;_r=void 0,e()}_r=n&&n.S()}function gf(n){var e=this,t=n.data,i=sw(t);i.name="ReactiveDom",i.value=t;var s=nt(function(){for(var a=e,l=e.__v;l=l.__;)if(l.__c){l.__c.__$f|=4;break}var h=Ee(function(){var p=i.value.value;return p===0?0:p===!0?"":p||""}),c=Ee(function(){return!Array.isArray(h.value)&&!Cl(h.value)}),d=De(function(){if(this.N=yf,c.value){var p=h.value;a.__v&&a.__v.__e&&a.__v.__e.nodeType===3&&(a.__v.__e.data=p)}}),f=e.__$u.d;return e.__$u.d=function(){d(),f.call(this)},[c,h]},[]),r=s[0],o=s[1];return r.value?o.peek():o.value}gf.displayName="ReactiveTextNode";Object.defineProperties(Re.prototype,{constructor:{configurable:!0,value:Hd(H,null).constructor},type:{configurable:!0,value:gf},props:{configurable:!0,get:function(){var n=this;return{data:{get value(){return n.value}}}}},__b:{configurable:!0,value:1}});mi("__b",function(n,e){if(us(),Lr=void 0,typeof e.type=="string"){var t,i=e.props;for(var s in i)if(s!=="children"){var r=i[s];r instanceof Re&&(t||(e.__np=t={}),t[s]=r,i[s]=r.peek())}}n(e)});mi("__r",function(n,e){if(n(e),e.type!==H){us();var t,i=e.__c;i&&(i.__$f&=-2,(t=i.__$u)===void 0&&(i.__$u=t=(function(s,r){var o;return De(function(){o=this},{name:r}),o.c=s,o})((function(s){return function(){var r;nw&&((r=this.y)==null||r.call(this)),s.__$f|=1,s.setState({})}})(i),typeof e.type=="function"?e.type.displayName||e.type.name:""))),Lr=i,us(t)}});mi("__e",function(n,e,t,i){us(),Lr=void 0,n(e,t,i)});mi("diffed",function(n,e){us(),Lr=void 0;var t;if(typeof e.type=="string"&&(t=e.__e)){var i=e.__np,s=e.props,r=t.U;if(r)for(var o in r){var a=r[o];a===void 0||i&&o in i||(a.d(),r[o]=void 0)}if(i){r||(r={},t.U=r);for(var l in i){var h=r[l],c=i[l];h===void 0?(h=iw(t,l,c,s),r[l]=h):h.o(c,s)}}}n(e)});function iw(n,e,t,i){var s=e in n&&n.ownerSVGElement===void 0,r=B(t);return{o:function(o,a){r.value=o,i=a},d:De(function(){this.N=yf;var o=r.value.value;i[e]!==o&&(i[e]=o,s?n[e]=o:o!=null&&(o!==!1||e[4]==="-")?n.setAttribute(e,o):n.removeAttribute(e))})}}mi("unmount",function(n,e){if(typeof e.type=="string"){var t=e.__e;if(t){var i=t.U;if(i){t.U=void 0;for(var s in i){var r=i[s];r&&r.d()}}}var o=e.__np;if(o){var a=e.props;for(var l in o)a[l]=o[l]}e.__np=void 0}else{var h=e.__c;if(h){h.__$f|=8;var c=h.__$u;c&&(h.__$u=void 0,c.d())}}n(e)});mi("__h",function(n,e,t,i){i<3&&(e.__$f|=2),n(e,t,i)});vn.prototype.shouldComponentUpdate=function(n,e){if(this.__R)return!0;var t=this.__$u,i=t&&t.s!==void 0;for(var s in e)return!0;if(this.__f||typeof this.u=="boolean"&&this.u===!0){var r=2&this.__$f;if(!(i||r||4&this.__$f)||1&this.__$f)return!0}else if(!(i||4&this.__$f)||3&this.__$f)return!0;for(var o in n)if(o!=="__source"&&n[o]!==this.props[o])return!0;for(var a in this.props)if(!(a in n))return!0;return!1};function sw(n,e){return nt(function(){return B(n,e)},[])}var rw=function(n){queueMicrotask(function(){queueMicrotask(n)})};function ow(){Ye(function(){for(var n;n=mf.shift();)pf.call(n)})}function yf(){mf.push(this)===1&&(X.requestAnimationFrame||rw)(ow)}var z=class n extends Error{findings;code;constructor(e,t,i){super(t),this.code=e,this.findings=i}static from(e){if(e instanceof n)return e;if(ze(e)&&typeof e.message=="string"){let t=typeof e.code=="number"?e.code:0,i=e.data,s=ze(i)&&Array.isArray(i.findings)?i:null;return new n(t,e.message,s)}return new n(0,String(e),null)}};function ze(n){return typeof n=="object"&&n!==null}var gi=class{#e;#t=new Map;#n=new Map;#i=0;constructor(e){this.#e=e,e.onMessage(t=>this.#s(t)),e.onClose(()=>this.#r())}request(e,t){this.#i+=1;let i=this.#i;return new Promise((s,r)=>{this.#t.set(i,{resolve:o=>s(o),reject:r}),this.#e.send(JSON.stringify({jsonrpc:"2.0",id:i,method:e,params:t}))})}notify(e,t){this.#e.send(JSON.stringify({jsonrpc:"2.0",method:e,params:t}))}on(e,t){this.#n.set(e,t)}close(){this.#e.close(),this.#r()}#r(){let e=new z(0,"the connection has ended",null);for(let t of this.#t.values())t.reject(e);this.#t.clear()}#s(e){let t=JSON.parse(e);if(!ze(t))return;let{id:i,method:s}=t;if(typeof s=="string"){this.#n.get(s)?.(t.params);return}let r=typeof i=="number"?this.#t.get(i):void 0;typeof i!="number"||r===void 0||(this.#t.delete(i),t.error===void 0?r.resolve(t.result):r.reject(z.from(t.error)))}};var aw=250,rt=class extends z{constructor(){super(0,"a newer question has come",null)}},Br=class{work=B(null);#e;#t;#n=new Set;#i=new Map;#r=[];#s=null;#o=null;#a=!1;constructor(e,t,i){this.#t=e,this.#e=i;let s=r=>{r.builtIn||!r.isRules||this.#n.add(r.path)};t||e.list.value.forEach(s),e.follow({opened:r=>{(r.stored===null||!t)&&s(r)},changed:s,removed:s})}ask(e,t,i){return new Promise((s,r)=>{let o={slot:e,method:t,params:i,resolve:l=>s(l),reject:r};for(let l of this.#r)l.slot===e&&l.reject(new rt);this.#r=[...this.#r.filter(l=>l.slot!==e),o];let a=this.#s;a?.job.slot===e&&(a.stale=!0,a.job.reject(new rt),setTimeout(()=>{this.#s===a&&this.#h()},Math.max(0,a.begun+aw-performance.now()))),this.#l()})}stop(){this.#s?.job.reject(new z(0,"you stopped the calculation",null)),this.#h()}storeChanged(){this.#a=!0}async#l(){if(this.#s!==null)return;let e=this.#r.shift();if(e===void 0)return;let t={job:e,begun:performance.now(),stale:!1};this.#s=t,this.work.value={slot:e.slot,begun:t.begun,done:null};try{let i=await(this.#o??=this.#c());this.#d(i),e.resolve(await i.request(e.method,e.params))}catch(i){e.reject(z.from(i))}this.#s===t&&(this.#s=null,this.work.value=null,this.#l())}#h(){let e=this.#o;this.#o=null,this.#s=null,this.work.value=null,this.#u(),e?.then(t=>t.close(),()=>{}),this.#l()}async#c(){let e=await this.#e(),t=new gi(e);return e.onClose(()=>{this.#o=null,this.#u()}),t.on("$/progress",i=>this.#f(i)),await t.request("initialize",{processId:null,rootUri:this.#t.root,capabilities:{}}),t.notify("initialized",{}),t}#u(){for(let e of this.#i.keys())this.#n.add(e);this.#i.clear()}#d(e){this.#a&&(this.#a=!1,e.notify("workspace/didChangeWatchedFiles",{changes:[]}));for(let t of this.#n){let i=this.#t.get(t),s=this.#i.get(t),r=this.#t.uri(t);i===void 0?(s!==void 0&&e.notify("textDocument/didClose",{textDocument:{uri:r}}),this.#i.delete(t)):s===void 0?(e.notify("textDocument/didOpen",{textDocument:{uri:r,languageId:i.language,version:1,text:i.text}}),this.#i.set(t,1)):(e.notify("textDocument/didChange",{textDocument:{uri:r,version:s+1},contentChanges:[{text:i.text}]}),this.#i.set(t,s+1))}this.#n.clear()}#f(e){let t=ze(e)?e.value:null,i=ze(t)?t.done:null,s=this.work.value;s!==null&&typeof i=="number"&&(this.work.value={...s,done:i})}};var Nl=[],kf=[];(()=>{let n="lc,34,7n,7,7b,19,,,,2,,2,,,20,b,1c,l,g,,2t,7,2,6,2,2,,4,z,,u,r,2j,b,1m,9,9,,o,4,,9,,3,,5,17,3,1n,9,16,o,,x,1i,3,,i,,7,a,2,t,3,1k,,,7,2,2,2,3,9,,a,2,q,,2,3,1k,,,5,4,2,2,3,3,,u,2,3,,b,3,1k,,,8,,3,,3,k,2,m,6,,3,1k,,,7,2,2,2,3,7,3,a,2,u,,1n,5,3,3,,4,9,,14,5,1j,,,7,,3,,4,7,2,b,2,t,3,1k,,,7,,3,,4,7,2,b,2,f,,c,4,1j,2,,7,,3,,4,9,,a,2,t,3,1y,,4,6,,,,8,i,2,1p,,,8,c,8,2q,,,a,b,7,21,2,r,,,,,,4,2,1d,k,,2,5,b,,10,9,,2u,b,,6,n,4,4,3,g,4,d,,,3,6,,f,,jj,3,qa,4,s,3,t,2,u,2,1s,w,9,,19,3,,,39,2,y,,3a,c,4,c,63,5,1l,a,,,,,2,o,2,,1c,1a,2,c,k,5,1b,h,12,9,c,3,u,d,1k,e,1c,k,48,3,,l,4,,6,,2,3,5i,1s,ek,,5f,x,2da,3,3x,,2o,w,fe,6,2x,2,n9w,4,,a,w,2,28,2,7k,,3,,4,,n,5,4,,2b,2,1e,i,q,i,d,,12,8,p,d,18,4,1b,e,10,,1v,e,c,,8,2,1a,,1f,,,3,2,2,5,2,,,15,5,5,2,6k,8,,2,fn4,,kh,g,g,g,a6,2,gt,,6a,,45,5,1ae,3,,2,5,4,14,3,4,,4l,2,fx,4,1t,5,8t,2,25,6,1y,b,1d,4,3e,3,1h,f,15,,2,2,a,4,19,b,7,,1p,3,10,e,g,2,18,,c,3,1c,e,8,4,,2,2k,c,6,,2,,4d,c,l,4,1j,2,,7,2,2,2,3,9,,a,2,2,7,3,5,1v,9,,,2,,,4,,5,,,e,2,2a,i,n,,29,k,6j,7,2,9,r,2,2a,h,2y,d,2t,3,2,a,74,f,6t,6,,2,2,4,,,,2,3x,7,2,7,3,,s,a,14,7,,4,8,,9,b,1a,g,5i,8,5j,8,,8,2a,m,,e,3e,6,3,,,2,,7,,,1u,5,,2,,5,9n,4,9,2,,,1c,7,3,5,n,,44l,,6,f,8ug,i,1xc,5,1n,7,t4,,,1j,7,4,29,,b,2,f57,2,3mp,1a,2,n,f2,5,3,6,8,8,2,7,u,4,44,3,1iz,1j,4,1e,8,,e,,m,5,,f,11s,7,,h,2,7,,2,,5,2s,,4g,7,af,,1p,4,e4,4,72,2,6r,,2,,7,2,5,,d6,7,31,7,240,5".split(",").map(e=>e?parseInt(e,36):1);for(let e=0,t=0;e<n.length;e++)(e%2?kf:Nl).push(t=t+n[e])})();function lw(n){if(n<768)return!1;for(let e=0,t=Nl.length;;){let i=e+t>>1;if(n<Nl[i])t=i;else if(n>=kf[i])e=i+1;else return!0;if(e==t)return!1}}function vf(n){return n>=127462&&n<=127487}var bf=8205;function xf(n,e,t=!0,i=!0){return(t?Sf:hw)(n,e,i)}function Sf(n,e,t){if(e==n.length)return e;e&&Cf(n.charCodeAt(e))&&Af(n.charCodeAt(e-1))&&e--;let i=ql(n,e);for(e+=wf(i);e<n.length;){let s=ql(n,e);if(i==bf||s==bf||t&&lw(s))e+=wf(s),i=s;else if(vf(s)){let r=0,o=e-2;for(;o>=0&&vf(ql(n,o));)r++,o-=2;if(r%2==0)break;e+=2}else break}return e}function hw(n,e,t){for(;e>1;){let i=Sf(n,e-2,t);if(i<e)return i;e--}return 0}function ql(n,e){let t=n.charCodeAt(e);if(!Af(t)||e+1==n.length)return t;let i=n.charCodeAt(e+1);return Cf(i)?(t-55296<<10)+(i-56320)+65536:t}function Cf(n){return n>=56320&&n<57344}function Af(n){return n>=55296&&n<56320}function wf(n){return n<65536?1:2}var j=class n{lineAt(e){if(e<0||e>this.length)throw new RangeError(`Invalid position ${e} in document of length ${this.length}`);return this.lineInner(e,!1,1,0)}line(e){if(e<1||e>this.lines)throw new RangeError(`Invalid line number ${e} in ${this.lines}-line document`);return this.lineInner(e,!0,1,0)}replace(e,t,i){[e,t]=ki(this,e,t);let s=[];return this.decompose(0,e,s,2),i.length&&i.decompose(0,i.length,s,3),this.decompose(t,this.length,s,1),vi.from(s,this.length-(t-e)+i.length)}append(e){return this.replace(this.length,this.length,e)}slice(e,t=this.length){[e,t]=ki(this,e,t);let i=[];return this.decompose(e,t,i,0),vi.from(i,t-e)}eq(e){if(e==this)return!0;if(e.length!=this.length||e.lines!=this.lines)return!1;let t=this.scanIdentical(e,1),i=this.length-this.scanIdentical(e,-1),s=new Vn(this),r=new Vn(e);for(let o=t,a=t;;){if(s.next(o),r.next(o),o=0,s.lineBreak!=r.lineBreak||s.done!=r.done||s.value!=r.value)return!1;if(a+=s.value.length,s.done||a>=i)return!0}}iter(e=1){return new Vn(this,e)}iterRange(e,t=this.length){return new $r(this,e,t)}iterLines(e,t){let i;if(e==null)i=this.iter();else{t==null&&(t=this.lines+1);let s=this.line(e).from;i=this.iterRange(s,Math.max(s,t==this.lines+1?this.length:t<=1?0:this.line(t-1).to))}return new Hr(i)}toString(){return this.sliceString(0)}toJSON(){let e=[];return this.flatten(e),e}constructor(){}static of(e){if(e.length==0)throw new RangeError("A document must have at least one line");return e.length==1&&!e[0]?n.empty:e.length<=32?new ot(e):vi.from(ot.split(e,[]))}},ot=class n extends j{constructor(e,t=cw(e)){super(),this.text=e,this.length=t}get lines(){return this.text.length}get children(){return null}lineInner(e,t,i,s){for(let r=0;;r++){let o=this.text[r],a=s+o.length;if((t?i:a)>=e)return new Hl(s,a,i,o);s=a+1,i++}}decompose(e,t,i,s){let r=e<=0&&t>=this.length?this:new n(Tf(this.text,e,t),Math.min(t,this.length)-Math.max(0,e));if(s&1){let o=i.pop(),a=Nr(r.text,o.text.slice(),0,r.length);if(a.length<=32)i.push(new n(a,o.length+r.length));else{let l=a.length>>1;i.push(new n(a.slice(0,l)),new n(a.slice(l)))}}else i.push(r)}replace(e,t,i){if(!(i instanceof n))return super.replace(e,t,i);[e,t]=ki(this,e,t);let s=Nr(this.text,Nr(i.text,Tf(this.text,0,e)),t),r=this.length+i.length-(t-e);return s.length<=32?new n(s,r):vi.from(n.split(s,[]),r)}sliceString(e,t=this.length,i=`
`){[e,t]=ki(this,e,t);let s="";for(let r=0,o=0;r<=t&&o<this.text.length;o++){let a=this.text[o],l=r+a.length;r>e&&o&&(s+=i),e<l&&t>r&&(s+=a.slice(Math.max(0,e-r),t-r)),r=l+1}return s}flatten(e){for(let t of this.text)e.push(t)}scanIdentical(){return 0}static split(e,t){let i=[],s=-1;for(let r of e)i.push(r),s+=r.length+1,i.length==32&&(t.push(new n(i,s)),i=[],s=-1);return s>-1&&t.push(new n(i,s)),t}},vi=class n extends j{constructor(e,t){super(),this.children=e,this.length=t,this.lines=0;for(let i of e)this.lines+=i.lines}lineInner(e,t,i,s){for(let r=0;;r++){let o=this.children[r],a=s+o.length,l=i+o.lines-1;if((t?l:a)>=e)return o.lineInner(e,t,i,s);s=a+1,i=l+1}}decompose(e,t,i,s){for(let r=0,o=0;o<=t&&r<this.children.length;r++){let a=this.children[r],l=o+a.length;if(e<=l&&t>=o){let h=s&((o<=e?1:0)|(l>=t?2:0));o>=e&&l<=t&&!h?i.push(a):a.decompose(e-o,t-o,i,h)}o=l+1}}replace(e,t,i){if([e,t]=ki(this,e,t),i.lines<this.lines)for(let s=0,r=0;s<this.children.length;s++){let o=this.children[s],a=r+o.length;if(e>=r&&t<=a){let l=o.replace(e-r,t-r,i),h=this.lines-o.lines+l.lines;if(l.lines<h>>4&&l.lines>h>>6){let c=this.children.slice();return c[s]=l,new n(c,this.length-(t-e)+i.length)}return super.replace(r,a,l)}r=a+1}return super.replace(e,t,i)}sliceString(e,t=this.length,i=`
`){[e,t]=ki(this,e,t);let s="";for(let r=0,o=0;r<this.children.length&&o<=t;r++){let a=this.children[r],l=o+a.length;o>e&&r&&(s+=i),e<l&&t>o&&(s+=a.sliceString(e-o,t-o,i)),o=l+1}return s}flatten(e){for(let t of this.children)t.flatten(e)}scanIdentical(e,t){if(!(e instanceof n))return 0;let i=0,[s,r,o,a]=t>0?[0,0,this.children.length,e.children.length]:[this.children.length-1,e.children.length-1,-1,-1];for(;;s+=t,r+=t){if(s==o||r==a)return i;let l=this.children[s],h=e.children[r];if(l!=h)return i+l.scanIdentical(h,t);i+=l.length+1}}static from(e,t=e.reduce((i,s)=>i+s.length+1,-1)){let i=0;for(let p of e)i+=p.lines;if(i<32){let p=[];for(let m of e)m.flatten(p);return new ot(p,t)}let s=Math.max(32,i>>5),r=s<<1,o=s>>1,a=[],l=0,h=-1,c=[];function d(p){let m;if(p.lines>r&&p instanceof n)for(let g of p.children)d(g);else p.lines>o&&(l>o||!l)?(f(),a.push(p)):p instanceof ot&&l&&(m=c[c.length-1])instanceof ot&&p.lines+m.lines<=32?(l+=p.lines,h+=p.length+1,c[c.length-1]=new ot(m.text.concat(p.text),m.length+1+p.length)):(l+p.lines>s&&f(),l+=p.lines,h+=p.length+1,c.push(p))}function f(){l!=0&&(a.push(c.length==1?c[0]:n.from(c,h)),h=-1,l=c.length=0)}for(let p of e)d(p);return f(),a.length==1?a[0]:new n(a,t)}};j.empty=new ot([""],0);function cw(n){let e=-1;for(let t of n)e+=t.length+1;return e}function Nr(n,e,t=0,i=1e9){for(let s=0,r=0,o=!0;r<n.length&&s<=i;r++){let a=n[r],l=s+a.length;l>=t&&(l>i&&(a=a.slice(0,i-s)),s<t&&(a=a.slice(t-s)),o?(e[e.length-1]+=a,o=!1):e.push(a)),s=l+1}return e}function Tf(n,e,t){return Nr(n,[""],e,t)}var Vn=class{constructor(e,t=1){this.dir=t,this.done=!1,this.lineBreak=!1,this.value="",this.nodes=[e],this.offsets=[t>0?1:(e instanceof ot?e.text.length:e.children.length)<<1]}nextInner(e,t){for(this.done=this.lineBreak=!1;;){let i=this.nodes.length-1,s=this.nodes[i],r=this.offsets[i],o=r>>1,a=s instanceof ot?s.text.length:s.children.length;if(o==(t>0?a:0)){if(i==0)return this.done=!0,this.value="",this;t>0&&this.offsets[i-1]++,this.nodes.pop(),this.offsets.pop()}else if((r&1)==(t>0?0:1)){if(this.offsets[i]+=t,e==0)return this.lineBreak=!0,this.value=`
`,this;e--}else if(s instanceof ot){let l=s.text[o+(t<0?-1:0)];if(this.offsets[i]+=t,l.length>Math.max(0,e))return this.value=e==0?l:t>0?l.slice(e):l.slice(0,l.length-e),this;e-=l.length}else{let l=s.children[o+(t<0?-1:0)];e>l.length?(e-=l.length,this.offsets[i]+=t):(t<0&&this.offsets[i]--,this.nodes.push(l),this.offsets.push(t>0?1:(l instanceof ot?l.text.length:l.children.length)<<1))}}}next(e=0){return e<0&&(this.nextInner(-e,-this.dir),e=this.value.length),this.nextInner(e,this.dir)}},$r=class{constructor(e,t,i){this.value="",this.done=!1,this.cursor=new Vn(e,t>i?-1:1),this.pos=t>i?e.length:0,this.from=Math.min(t,i),this.to=Math.max(t,i)}nextInner(e,t){if(t<0?this.pos<=this.from:this.pos>=this.to)return this.value="",this.done=!0,this;e+=Math.max(0,t<0?this.pos-this.to:this.from-this.pos);let i=t<0?this.pos-this.from:this.to-this.pos;e>i&&(e=i),i-=e;let{value:s}=this.cursor.next(e);return this.pos+=(s.length+e)*t,this.value=s.length<=i?s:t<0?s.slice(s.length-i):s.slice(0,i),this.done=!this.value,this}next(e=0){return e<0?e=Math.max(e,this.from-this.pos):e>0&&(e=Math.min(e,this.to-this.pos)),this.nextInner(e,this.cursor.dir)}get lineBreak(){return this.cursor.lineBreak&&this.value!=""}},Hr=class{constructor(e){this.inner=e,this.afterBreak=!0,this.value="",this.done=!1}next(e=0){let{done:t,lineBreak:i,value:s}=this.inner.next(e);return t&&this.afterBreak?(this.value="",this.afterBreak=!1):t?(this.done=!0,this.value=""):i?this.afterBreak?this.value="":(this.afterBreak=!0,this.next()):(this.value=s,this.afterBreak=!1),this}get lineBreak(){return!1}};typeof Symbol<"u"&&(j.prototype[Symbol.iterator]=function(){return this.iter()},Vn.prototype[Symbol.iterator]=$r.prototype[Symbol.iterator]=Hr.prototype[Symbol.iterator]=function(){return this});var Hl=class{constructor(e,t,i,s){this.from=e,this.to=t,this.number=i,this.text=s}get length(){return this.to-this.from}};function ki(n,e,t){return e=Math.max(0,Math.min(n.length,e)),[e,Math.max(e,Math.min(n.length,t))]}function Te(n,e,t=!0,i=!0){return xf(n,e,t,i)}function uw(n){return n>=56320&&n<57344}function dw(n){return n>=55296&&n<56320}function Tt(n,e){let t=n.charCodeAt(e);if(!dw(t)||e+1==n.length)return t;let i=n.charCodeAt(e+1);return uw(i)?(t-55296<<10)+(i-56320)+65536:t}function Gr(n){return n<=65535?String.fromCharCode(n):(n-=65536,String.fromCharCode((n>>10)+55296,(n&1023)+56320))}function qt(n){return n<65536?1:2}var Wl=/\r\n?|\n/,Ae=(function(n){return n[n.Simple=0]="Simple",n[n.TrackDel=1]="TrackDel",n[n.TrackBefore=2]="TrackBefore",n[n.TrackAfter=3]="TrackAfter",n})(Ae||(Ae={})),tn=class n{constructor(e){this.sections=e}get length(){let e=0;for(let t=0;t<this.sections.length;t+=2)e+=this.sections[t];return e}get newLength(){let e=0;for(let t=0;t<this.sections.length;t+=2){let i=this.sections[t+1];e+=i<0?this.sections[t]:i}return e}get empty(){return this.sections.length==0||this.sections.length==2&&this.sections[1]<0}iterGaps(e){for(let t=0,i=0,s=0;t<this.sections.length;){let r=this.sections[t++],o=this.sections[t++];o<0?(e(i,s,r),s+=r):s+=o,i+=r}}iterChangedRanges(e,t=!1){zl(this,e,t)}get invertedDesc(){let e=[];for(let t=0;t<this.sections.length;){let i=this.sections[t++],s=this.sections[t++];s<0?e.push(i,s):e.push(s,i)}return new n(e)}composeDesc(e){return this.empty?e:e.empty?this:Of(this,e)}mapDesc(e,t=!1){return e.empty?this:Vl(this,e,t)}mapPos(e,t=-1,i=Ae.Simple){let s=0,r=0;for(let o=0;o<this.sections.length;){let a=this.sections[o++],l=this.sections[o++],h=s+a;if(l<0){if(h>e)return r+(e-s);r+=a}else{if(i!=Ae.Simple&&h>=e&&(i==Ae.TrackDel&&s<e&&h>e||i==Ae.TrackBefore&&s<e||i==Ae.TrackAfter&&h>e))return null;if(h>e||h==e&&t<0&&!a)return e==s||t<0?r:r+l;r+=l}s=h}if(e>s)throw new RangeError(`Position ${e} is out of range for changeset of length ${s}`);return r}touchesRange(e,t=e){for(let i=0,s=0;i<this.sections.length&&s<=t;){let r=this.sections[i++],o=this.sections[i++],a=s+r;if(o>=0&&s<=t&&a>=e)return s<e&&a>t?"cover":!0;s=a}return!1}toString(){let e="";for(let t=0;t<this.sections.length;){let i=this.sections[t++],s=this.sections[t++];e+=(e?" ":"")+i+(s>=0?":"+s:"")}return e}toJSON(){return this.sections}static fromJSON(e){if(!Array.isArray(e)||e.length%2||e.some(t=>typeof t!="number"))throw new RangeError("Invalid JSON representation of ChangeDesc");return new n(e)}static create(e){return new n(e)}},oe=class n extends tn{constructor(e,t){super(e),this.inserted=t}apply(e){if(this.length!=e.length)throw new RangeError("Applying change set to a document with the wrong length");return zl(this,(t,i,s,r,o)=>e=e.replace(s,s+(i-t),o),!1),e}mapDesc(e,t=!1){return Vl(this,e,t,!0)}invert(e){let t=this.sections.slice(),i=[];for(let s=0,r=0;s<t.length;s+=2){let o=t[s],a=t[s+1];if(a>=0){t[s]=a,t[s+1]=o;let l=s>>1;for(;i.length<l;)i.push(j.empty);i.push(o?e.slice(r,r+o):j.empty)}r+=o}return new n(t,i)}compose(e){return this.empty?e:e.empty?this:Of(this,e,!0)}map(e,t=!1){return e.empty?this:Vl(this,e,t,!0)}iterChanges(e,t=!1){zl(this,e,t)}get desc(){return tn.create(this.sections)}filter(e){let t=[],i=[],s=[],r=new Un(this);e:for(let o=0,a=0;;){let l=o==e.length?1e9:e[o++];for(;a<l||a==l&&r.len==0;){if(r.done)break e;let c=Math.min(r.len,l-a);Ve(s,c,-1);let d=r.ins==-1?-1:r.off==0?r.ins:0;Ve(t,c,d),d>0&&wn(i,t,r.text),r.forward(c),a+=c}let h=e[o++];for(;a<h;){if(r.done)break e;let c=Math.min(r.len,h-a);Ve(t,c,-1),Ve(s,c,r.ins==-1?-1:r.off==0?r.ins:0),r.forward(c),a+=c}}return{changes:new n(t,i),filtered:tn.create(s)}}toJSON(){let e=[];for(let t=0;t<this.sections.length;t+=2){let i=this.sections[t],s=this.sections[t+1];s<0?e.push(i):s==0?e.push([i]):e.push([i].concat(this.inserted[t>>1].toJSON()))}return e}static of(e,t,i){let s=[],r=[],o=0,a=null;function l(c=!1){if(!c&&!s.length)return;o<t&&Ve(s,t-o,-1);let d=new n(s,r);a=a?a.compose(d.map(a)):d,s=[],r=[],o=0}function h(c){if(Array.isArray(c))for(let d of c)h(d);else if(c instanceof n){if(c.length!=t)throw new RangeError(`Mismatched change set length (got ${c.length}, expected ${t})`);l(),a=a?a.compose(c.map(a)):c}else{let{from:d,to:f=d,insert:p}=c;if(d>f||d<0||f>t)throw new RangeError(`Invalid change range ${d} to ${f} (in doc of length ${t})`);let m=p?typeof p=="string"?j.of(p.split(i||Wl)):p:j.empty,g=m.length;if(d==f&&g==0)return;d<o&&l(),d>o&&Ve(s,d-o,-1),Ve(s,f-d,g),wn(r,s,m),o=f}}return h(e),l(!a),a}static empty(e){return new n(e?[e,-1]:[],[])}static fromJSON(e){if(!Array.isArray(e))throw new RangeError("Invalid JSON representation of ChangeSet");let t=[],i=[];for(let s=0;s<e.length;s++){let r=e[s];if(typeof r=="number")t.push(r,-1);else{if(!Array.isArray(r)||typeof r[0]!="number"||r.some((o,a)=>a&&typeof o!="string"))throw new RangeError("Invalid JSON representation of ChangeSet");if(r.length==1)t.push(r[0],0);else{for(;i.length<s;)i.push(j.empty);i[s]=j.of(r.slice(1)),t.push(r[0],i[s].length)}}}return new n(t,i)}static createSet(e,t){return new n(e,t)}};function Ve(n,e,t,i=!1){if(e==0&&t<=0)return;let s=n.length-2;s>=0&&t<=0&&t==n[s+1]?n[s]+=e:s>=0&&e==0&&n[s]==0?n[s+1]+=t:i?(n[s]+=e,n[s+1]+=t):n.push(e,t)}function wn(n,e,t){if(t.length==0)return;let i=e.length-2>>1;if(i<n.length)n[n.length-1]=n[n.length-1].append(t);else{for(;n.length<i;)n.push(j.empty);n.push(t)}}function zl(n,e,t){let i=n.inserted;for(let s=0,r=0,o=0;o<n.sections.length;){let a=n.sections[o++],l=n.sections[o++];if(l<0)s+=a,r+=a;else{let h=s,c=r,d=j.empty;for(;h+=a,c+=l,l&&i&&(d=d.append(i[o-2>>1])),!(t||o==n.sections.length||n.sections[o+1]<0);)a=n.sections[o++],l=n.sections[o++];e(s,h,r,c,d),s=h,r=c}}}function Vl(n,e,t,i=!1){let s=[],r=i?[]:null,o=new Un(n),a=new Un(e);for(let l=-1;;){if(o.done&&a.len||a.done&&o.len)throw new Error("Mismatched change set lengths");if(o.ins==-1&&a.ins==-1){let h=Math.min(o.len,a.len);Ve(s,h,-1),o.forward(h),a.forward(h)}else if(a.ins>=0&&(o.ins<0||l==o.i||o.off==0&&(a.len<o.len||a.len==o.len&&!t))){let h=a.len;for(Ve(s,a.ins,-1);h;){let c=Math.min(o.len,h);o.ins>=0&&l<o.i&&o.len<=c&&(Ve(s,0,o.ins),r&&wn(r,s,o.text),l=o.i),o.forward(c),h-=c}a.next()}else if(o.ins>=0){let h=0,c=o.len;for(;c;)if(a.ins==-1){let d=Math.min(c,a.len);h+=d,c-=d,a.forward(d)}else if(a.ins==0&&a.len<c)c-=a.len,a.next();else break;Ve(s,h,l<o.i?o.ins:0),r&&l<o.i&&wn(r,s,o.text),l=o.i,o.forward(o.len-c)}else{if(o.done&&a.done)return r?oe.createSet(s,r):tn.create(s);throw new Error("Mismatched change set lengths")}}}function Of(n,e,t=!1){let i=[],s=t?[]:null,r=new Un(n),o=new Un(e);for(let a=!1;;){if(r.done&&o.done)return s?oe.createSet(i,s):tn.create(i);if(r.ins==0)Ve(i,r.len,0,a),r.next();else if(o.len==0&&!o.done)Ve(i,0,o.ins,a),s&&wn(s,i,o.text),o.next();else{if(r.done||o.done)throw new Error("Mismatched change set lengths");{let l=Math.min(r.len2,o.len),h=i.length;if(r.ins==-1){let c=o.ins==-1?-1:o.off?0:o.ins;Ve(i,l,c,a),s&&c&&wn(s,i,o.text)}else o.ins==-1?(Ve(i,r.off?0:r.len,l,a),s&&wn(s,i,r.textBit(l))):(Ve(i,r.off?0:r.len,o.off?0:o.ins,a),s&&!o.off&&wn(s,i,o.text));a=(r.ins>l||o.ins>=0&&o.len>l)&&(a||i.length>h),r.forward2(l),o.forward(l)}}}}var Un=class{constructor(e){this.set=e,this.i=0,this.next()}next(){let{sections:e}=this.set;this.i<e.length?(this.len=e[this.i++],this.ins=e[this.i++]):(this.len=0,this.ins=-2),this.off=0}get done(){return this.ins==-2}get len2(){return this.ins<0?this.len:this.ins}get text(){let{inserted:e}=this.set,t=this.i-2>>1;return t>=e.length?j.empty:e[t]}textBit(e){let{inserted:t}=this.set,i=this.i-2>>1;return i>=t.length&&!e?j.empty:t[i].slice(this.off,e==null?void 0:this.off+e)}forward(e){e==this.len?this.next():(this.len-=e,this.off+=e)}forward2(e){this.ins==-1?this.forward(e):e==this.ins?this.next():(this.ins-=e,this.off+=e)}},Hn=class n{constructor(e,t,i,s){this.from=e,this.to=t,this.flags=i,this.goalColumn=s}get anchor(){return this.flags&32?this.to:this.from}get head(){return this.flags&32?this.from:this.to}get empty(){return this.from==this.to}get assoc(){return this.flags&8?-1:this.flags&16?1:0}get undirectional(){return(this.flags&64)>0}get bidiLevel(){let e=this.flags&7;return e==7?null:e}map(e,t=-1){let i,s;return this.empty?i=s=e.mapPos(this.from,t):(i=e.mapPos(this.from,1),s=e.mapPos(this.to,-1)),i==this.from&&s==this.to?this:new n(i,s,this.flags,this.goalColumn)}extend(e,t=e,i=0){if(e<=this.anchor&&t>=this.anchor)return A.range(e,t,void 0,void 0,i);let s=Math.abs(e-this.anchor)>Math.abs(t-this.anchor)?e:t;return A.range(this.anchor,s,void 0,void 0,i)}eq(e,t=!1){return this.anchor==e.anchor&&this.head==e.head&&this.goalColumn==e.goalColumn&&(!t||!this.empty||this.assoc==e.assoc)}toJSON(){return{anchor:this.anchor,head:this.head}}static fromJSON(e){if(!e||typeof e.anchor!="number"||typeof e.head!="number")throw new RangeError("Invalid JSON representation for SelectionRange");return A.range(e.anchor,e.head)}static create(e,t,i,s){return new n(e,t,i,s)}},A=class n{constructor(e,t){this.ranges=e,this.mainIndex=t}map(e,t=-1){return e.empty?this:n.create(this.ranges.map(i=>i.map(e,t)),this.mainIndex)}eq(e,t=!1){if(this.ranges.length!=e.ranges.length||this.mainIndex!=e.mainIndex)return!1;for(let i=0;i<this.ranges.length;i++)if(!this.ranges[i].eq(e.ranges[i],t))return!1;return!0}get main(){return this.ranges[this.mainIndex]}asSingle(){return this.ranges.length==1?this:new n([this.main],0)}addRange(e,t=!0){return n.create([e].concat(this.ranges),t?0:this.mainIndex+1)}replaceRange(e,t=this.mainIndex){let i=this.ranges.slice();return i[t]=e,n.create(i,this.mainIndex)}toJSON(){return{ranges:this.ranges.map(e=>e.toJSON()),main:this.mainIndex}}static fromJSON(e){if(!e||!Array.isArray(e.ranges)||typeof e.main!="number"||e.main>=e.ranges.length)throw new RangeError("Invalid JSON representation for EditorSelection");return new n(e.ranges.map(t=>Hn.fromJSON(t)),e.main)}static single(e,t=e){return new n([n.range(e,t)],0)}static create(e,t=0){if(e.length==0)throw new RangeError("A selection needs at least one range");for(let i=0,s=0;s<e.length;s++){let r=e[s];if(r.empty?r.from<=i:r.from<i)return n.normalized(e.slice(),t);i=r.to}return new n(e,t)}static cursor(e,t=0,i,s){return Hn.create(e,e,(t==0?0:t<0?8:16)|(i==null?7:Math.min(6,i)),s)}static range(e,t,i,s,r){let o=s==null?7:Math.min(6,s);return!r&&e!=t&&(r=t<e?1:-1),r&&(o|=r<0?8:16),t<e?Hn.create(t,e,o|32,i):Hn.create(e,t,o,i)}static undirectionalRange(e,t){return Hn.create(e,t,64,void 0)}static normalized(e,t=0){let i=e[t];e.sort((s,r)=>s.from-r.from),t=e.indexOf(i);for(let s=1;s<e.length;s++){let r=e[s],o=e[s-1];if(r.empty?r.from<=o.to:r.from<o.to){let a=o.from,l=Math.max(r.to,o.to);s<=t&&t--,e.splice(--s,2,r.anchor>r.head?n.range(l,a):n.range(a,l))}}return new n(e,t)}};function Rf(n,e){for(let t of n.ranges)if(t.to>e)throw new RangeError("Selection points outside of document")}var eh=0,P=class n{constructor(e,t,i,s,r){this.combine=e,this.compareInput=t,this.compare=i,this.isStatic=s,this.id=eh++,this.default=e([]),this.extensions=typeof r=="function"?r(this):r}get reader(){return this}static define(e={}){return new n(e.combine||(t=>t),e.compareInput||((t,i)=>t===i),e.compare||(e.combine?(t,i)=>t===i:th),!!e.static,e.enables)}of(e){return new bi([],this,0,e)}compute(e,t){if(this.isStatic)throw new Error("Can't compute a static facet");return new bi(e,this,1,t)}computeN(e,t){if(this.isStatic)throw new Error("Can't compute a static facet");return new bi(e,this,2,t)}from(e,t){return t||(t=i=>i),this.compute([e],i=>t(i.field(e)))}};function th(n,e){return n==e||n.length==e.length&&n.every((t,i)=>t===e[i])}var bi=class{constructor(e,t,i,s){this.dependencies=e,this.facet=t,this.type=i,this.value=s,this.id=eh++}dynamicSlot(e){var t;let i=this.value,s=this.facet.compareInput,r=this.id,o=e[r]>>1,a=this.type==2,l=!1,h=!1,c=[];for(let d of this.dependencies)d=="doc"?l=!0:d=="selection"?h=!0:(((t=e[d.id])!==null&&t!==void 0?t:1)&1)==0&&c.push(e[d.id]);return{create(d){return d.values[o]=i(d),1},update(d,f){if(l&&f.docChanged||h&&(f.docChanged||f.selection)||Ul(d,c)){let p=i(d);if(a?!Mf(p,d.values[o],s):!s(p,d.values[o]))return d.values[o]=p,1}return 0},reconfigure:(d,f)=>{let p,m=f.config.address[r];if(m!=null){let g=Ur(f,m);if(this.dependencies.every(y=>y instanceof P?f.facet(y)===d.facet(y):y instanceof Z?f.field(y,!1)==d.field(y,!1):!0)||(a?Mf(p=i(d),g,s):s(p=i(d),g)))return d.values[o]=g,0}else p=i(d);return d.values[o]=p,1}}}get extension(){return this}};function Mf(n,e,t){if(n.length!=e.length)return!1;for(let i=0;i<n.length;i++)if(!t(n[i],e[i]))return!1;return!0}function Ul(n,e){let t=!1;for(let i of e)fs(n,i)&1&&(t=!0);return t}function fw(n,e,t){let i=t.map(l=>n[l.id]),s=t.map(l=>l.type),r=i.filter(l=>!(l&1)),o=n[e.id]>>1;function a(l){let h=[];for(let c=0;c<i.length;c++){let d=Ur(l,i[c]);if(s[c]==2)for(let f of d)h.push(f);else h.push(d)}return e.combine(h)}return{create(l){for(let h of i)fs(l,h);return l.values[o]=a(l),1},update(l,h){if(!Ul(l,r))return 0;let c=a(l);return e.compare(c,l.values[o])?0:(l.values[o]=c,1)},reconfigure(l,h){let c=Ul(l,i),d=h.config.facets[e.id],f=h.facet(e);if(d&&!c&&th(t,d))return l.values[o]=f,0;let p=a(l);return e.compare(p,f)?(l.values[o]=f,0):(l.values[o]=p,1)}}}var Ir=P.define({static:!0}),Z=class n{constructor(e,t,i,s,r){this.id=e,this.createF=t,this.updateF=i,this.compareF=s,this.spec=r,this.provides=void 0}static define(e){let t=new n(eh++,e.create,e.update,e.compare||((i,s)=>i===s),e);return e.provide&&(t.provides=e.provide(t)),t}create(e){let t=e.facet(Ir).find(i=>i.field==this);return(t?.create||this.createF)(e)}slot(e){let t=e[this.id]>>1;return{create:i=>(i.values[t]=this.create(i),1),update:(i,s)=>{let r=i.values[t],o=this.updateF(r,s);return this.compareF(r,o)?0:(i.values[t]=o,1)},reconfigure:(i,s)=>{let r=i.facet(Ir),o=s.facet(Ir),a;return(a=r.find(l=>l.field==this))&&a!=o.find(l=>l.field==this)?(i.values[t]=a.create(i),1):s.config.address[this.id]!=null?(i.values[t]=s.field(this),0):(i.values[t]=this.create(i),1)}}}init(e){return[this,Ir.of({field:this,create:e})]}get extension(){return this}},Wn={lowest:4,low:3,default:2,high:1,highest:0};function ds(n){return e=>new Wr(e,n)}var at={highest:ds(Wn.highest),high:ds(Wn.high),default:ds(Wn.default),low:ds(Wn.low),lowest:ds(Wn.lowest)},Wr=class{constructor(e,t){this.inner=e,this.prec=t}get extension(){return this}},zr=class n{of(e){return new ps(this,e)}reconfigure(e){return n.reconfigure.of({compartment:this,extension:e})}get(e){return e.config.compartments.get(this)}},ps=class{constructor(e,t){this.compartment=e,this.inner=t}get extension(){return this}},Vr=class n{constructor(e,t,i,s,r,o){for(this.base=e,this.compartments=t,this.dynamicSlots=i,this.address=s,this.staticValues=r,this.facets=o,this.statusTemplate=[];this.statusTemplate.length<i.length;)this.statusTemplate.push(0)}staticFacet(e){let t=this.address[e.id];return t==null?e.default:this.staticValues[t>>1]}static resolve(e,t,i){let s=[],r=Object.create(null),o=new Map;for(let f of pw(e,t,o))f instanceof Z?s.push(f):(r[f.facet.id]||(r[f.facet.id]=[])).push(f);let a=Object.create(null),l=[],h=[];for(let f of s)a[f.id]=h.length<<1,h.push(p=>f.slot(p));let c=i?.config.facets;for(let f in r){let p=r[f],m=p[0].facet,g=c&&c[f]||[];if(p.every(y=>y.type==0))if(a[m.id]=l.length<<1|1,th(g,p))l.push(i.facet(m));else{let y=m.combine(p.map(v=>v.value));l.push(i&&m.compare(y,i.facet(m))?i.facet(m):y)}else{for(let y of p)y.type==0?(a[y.id]=l.length<<1|1,l.push(y.value)):(a[y.id]=h.length<<1,h.push(v=>y.dynamicSlot(v)));a[m.id]=h.length<<1,h.push(y=>fw(y,m,p))}}let d=h.map(f=>f(a));return new n(e,o,d,a,l,r)}};function pw(n,e,t){let i=[[],[],[],[],[]],s=new Map;function r(o,a){let l=s.get(o);if(l!=null){if(l<=a)return;let h=i[l].indexOf(o);h>-1&&i[l].splice(h,1),o instanceof ps&&t.delete(o.compartment)}if(s.set(o,a),Array.isArray(o))for(let h of o)r(h,a);else if(o instanceof ps){if(t.has(o.compartment))throw new RangeError("Duplicate use of compartment in extensions");let h=e.get(o.compartment)||o.inner;t.set(o.compartment,h),r(h,a)}else if(o instanceof Wr)r(o.inner,o.prec);else if(o instanceof Z)i[a].push(o),o.provides&&r(o.provides,a);else if(o instanceof bi)i[a].push(o),o.facet.extensions&&r(o.facet.extensions,Wn.default);else{let h=o.extension;if(!h)throw new Error(`Unrecognized extension value in extension set (${o}).`);if(h==o)throw new Error(`Unrecognized extension value in extension set (${o}). This sometimes happens because multiple instances of @codemirror/state are loaded, breaking instanceof checks.`);r(h,a)}}return r(n,Wn.default),i.reduce((o,a)=>o.concat(a))}function fs(n,e){if(e&1)return 2;let t=e>>1,i=n.status[t];if(i==4)throw new Error("Cyclic dependency between fields and/or facets");if(i&2)return i;n.status[t]=4;let s=n.computeSlot(n,n.config.dynamicSlots[t]);return n.status[t]=2|s}function Ur(n,e){return e&1?n.config.staticValues[e>>1]:n.values[e>>1]}var _f=P.define(),jl=P.define({combine:n=>n.some(e=>e),static:!0}),Lf=P.define({combine:n=>n.length?n[0]:void 0,static:!0}),Bf=P.define(),If=P.define(),Ff=P.define(),qf=P.define({combine:n=>n.length?n[0]:!1}),Ue=class{constructor(e,t){this.type=e,this.value=t}static define(){return new Gl}},Gl=class{of(e){return new Ue(this,e)}},Kl=class{constructor(e){this.map=e}of(e){return new q(this,e)}},q=class n{constructor(e,t){this.type=e,this.value=t}map(e){let t=this.type.map(this.value,e);return t===void 0?void 0:t==this.value?this:new n(this.type,t)}is(e){return this.type==e}static define(e={}){return new Kl(e.map||(t=>t))}static mapEffects(e,t){if(!e.length)return e;let i=[];for(let s of e){let r=s.map(t);r&&i.push(r)}return i}};q.reconfigure=q.define();q.appendConfig=q.define();var xe=class n{constructor(e,t,i,s,r,o){this.startState=e,this.changes=t,this.selection=i,this.effects=s,this.annotations=r,this.scrollIntoView=o,this._doc=null,this._state=null,i&&Rf(i,t.newLength),r.some(a=>a.type==n.time)||(this.annotations=r.concat(n.time.of(Date.now())))}static create(e,t,i,s,r,o){return new n(e,t,i,s,r,o)}get newDoc(){return this._doc||(this._doc=this.changes.apply(this.startState.doc))}get newSelection(){return this.selection||this.startState.selection.map(this.changes)}get state(){return this._state||this.startState.applyTransaction(this),this._state}annotation(e){for(let t of this.annotations)if(t.type==e)return t.value}get docChanged(){return!this.changes.empty}get reconfigured(){return this.startState.config!=this.state.config}isUserEvent(e){let t=this.annotation(n.userEvent);return!!(t&&(t==e||t.length>e.length&&t.slice(0,e.length)==e&&t[e.length]=="."))}};xe.time=Ue.define();xe.userEvent=Ue.define();xe.addToHistory=Ue.define();xe.remote=Ue.define();function mw(n,e){let t=[];for(let i=0,s=0;;){let r,o;if(i<n.length&&(s==e.length||e[s]>=n[i]))r=n[i++],o=n[i++];else if(s<e.length)r=e[s++],o=e[s++];else return t;!t.length||t[t.length-1]<r?t.push(r,o):t[t.length-1]<o&&(t[t.length-1]=o)}}function Nf(n,e,t){var i;let s,r,o;return t?(s=e.changes,r=oe.empty(e.changes.length),o=n.changes.compose(e.changes)):(s=e.changes.map(n.changes),r=n.changes.mapDesc(e.changes,!0),o=n.changes.compose(s)),{changes:o,selection:e.selection?e.selection.map(r):(i=n.selection)===null||i===void 0?void 0:i.map(s),effects:q.mapEffects(n.effects,s).concat(q.mapEffects(e.effects,r)),annotations:n.annotations.length?n.annotations.concat(e.annotations):e.annotations,scrollIntoView:n.scrollIntoView||e.scrollIntoView}}function Yl(n,e,t){let i=e.selection,s=wi(e.annotations);return e.userEvent&&(s=s.concat(xe.userEvent.of(e.userEvent))),{changes:e.changes instanceof oe?e.changes:oe.of(e.changes||[],t,n.facet(Lf)),selection:i&&(i instanceof A?i:A.single(i.anchor,i.head)),effects:wi(e.effects),annotations:s,scrollIntoView:!!e.scrollIntoView}}function $f(n,e,t){let i=Yl(n,e.length?e[0]:{},n.doc.length);e.length&&e[0].filter===!1&&(t=!1);for(let r=1;r<e.length;r++){e[r].filter===!1&&(t=!1);let o=!!e[r].sequential;i=Nf(i,Yl(n,e[r],o?i.changes.newLength:n.doc.length),o)}let s=xe.create(n,i.changes,i.selection,i.effects,i.annotations,i.scrollIntoView);return yw(t?gw(s):s)}function gw(n){let e=n.startState,t=!0;for(let s of e.facet(Bf)){let r=s(n);if(r===!1){t=!1;break}Array.isArray(r)&&(t=t===!0?r:mw(t,r))}if(t!==!0){let s,r;if(t===!1)r=n.changes.invertedDesc,s=oe.empty(e.doc.length);else{let o=n.changes.filter(t);s=o.changes,r=o.filtered.mapDesc(o.changes).invertedDesc}n=xe.create(e,s,n.selection&&n.selection.map(r),q.mapEffects(n.effects,r),n.annotations,n.scrollIntoView)}let i=e.facet(If);for(let s=i.length-1;s>=0;s--){let r=i[s](n);r instanceof xe?n=r:Array.isArray(r)&&r.length==1&&r[0]instanceof xe?n=r[0]:n=$f(e,wi(r),!1)}return n}function yw(n){let e=n.startState,t=e.facet(Ff),i=n;for(let s=t.length-1;s>=0;s--){let r=t[s](n);r&&Object.keys(r).length&&(i=Nf(i,Yl(e,r,n.changes.newLength),!0))}return i==n?n:xe.create(e,n.changes,n.selection,i.effects,i.annotations,i.scrollIntoView)}var vw=[];function wi(n){return n==null?vw:Array.isArray(n)?n:[n]}var pe=(function(n){return n[n.Word=0]="Word",n[n.Space=1]="Space",n[n.Other=2]="Other",n})(pe||(pe={})),bw=/[\u00df\u0587\u0590-\u05f4\u0600-\u06ff\u3040-\u309f\u30a0-\u30ff\u3400-\u4db5\u4e00-\u9fcc\uac00-\ud7af]/,Jl;try{Jl=new RegExp("[\\p{Alphabetic}\\p{Number}_]","u")}catch{}function ww(n){if(Jl)return Jl.test(n);for(let e=0;e<n.length;e++){let t=n[e];if(/\w/.test(t)||t>""&&(t.toUpperCase()!=t.toLowerCase()||bw.test(t)))return!0}return!1}function kw(n){return e=>{if(!/\S/.test(e))return pe.Space;if(ww(e))return pe.Word;for(let t=0;t<n.length;t++)if(e.indexOf(n[t])>-1)return pe.Word;return pe.Other}}var te=class n{constructor(e,t,i,s,r,o){this.config=e,this.doc=t,this.selection=i,this.values=s,this.status=e.statusTemplate.slice(),this.computeSlot=r,o&&(o._state=this);for(let a=0;a<this.config.dynamicSlots.length;a++)fs(this,a<<1);this.computeSlot=null}field(e,t=!0){let i=this.config.address[e.id];if(i==null){if(t)throw new RangeError("Field is not present in this state");return}return fs(this,i),Ur(this,i)}update(...e){return $f(this,e,!0)}applyTransaction(e){let t=this.config,{base:i,compartments:s}=t;for(let a of e.effects)a.is(zr.reconfigure)?(t&&(s=new Map,t.compartments.forEach((l,h)=>s.set(h,l)),t=null),s.set(a.value.compartment,a.value.extension)):a.is(q.reconfigure)?(t=null,i=a.value):a.is(q.appendConfig)&&(t=null,i=wi(i).concat(a.value));let r;t?r=e.startState.values.slice():(t=Vr.resolve(i,s,this),r=new n(t,this.doc,this.selection,t.dynamicSlots.map(()=>null),(l,h)=>h.reconfigure(l,this),null).values);let o=e.startState.facet(jl)?e.newSelection:e.newSelection.asSingle();new n(t,e.newDoc,o,r,(a,l)=>l.update(a,e),e)}replaceSelection(e){return typeof e=="string"&&(e=this.toText(e)),this.changeByRange(t=>({changes:{from:t.from,to:t.to,insert:e},range:A.cursor(t.from+e.length,-1)}))}changeByRange(e){let t=this.selection,i=e(t.ranges[0]),s=this.changes(i.changes),r=[i.range],o=wi(i.effects);for(let a=1;a<t.ranges.length;a++){let l=e(t.ranges[a]),h=this.changes(l.changes),c=h.map(s);for(let f=0;f<a;f++)r[f]=r[f].map(c);let d=s.mapDesc(h,!0);r.push(l.range.map(d)),s=s.compose(c),o=q.mapEffects(o,c).concat(q.mapEffects(wi(l.effects),d))}return{changes:s,selection:A.create(r,t.mainIndex),effects:o}}changes(e=[]){return e instanceof oe?e:oe.of(e,this.doc.length,this.facet(n.lineSeparator))}toText(e){return j.of(e.split(this.facet(n.lineSeparator)||Wl))}sliceDoc(e=0,t=this.doc.length){return this.doc.sliceString(e,t,this.lineBreak)}facet(e){let t=this.config.address[e.id];return t==null?e.default:(fs(this,t),Ur(this,t))}toJSON(e){let t={doc:this.sliceDoc(),selection:this.selection.toJSON()};if(e)for(let i in e){let s=e[i];s instanceof Z&&this.config.address[s.id]!=null&&(t[i]=s.spec.toJSON(this.field(e[i]),this))}return t}static fromJSON(e,t={},i){if(!e||typeof e.doc!="string")throw new RangeError("Invalid JSON representation for EditorState");let s=[];if(i){for(let r in i)if(Object.prototype.hasOwnProperty.call(e,r)){let o=i[r],a=e[r];s.push(o.init(l=>o.spec.fromJSON(a,l)))}}return n.create({doc:e.doc,selection:A.fromJSON(e.selection),extensions:t.extensions?s.concat([t.extensions]):s})}static create(e={}){let t=Vr.resolve(e.extensions||[],new Map),i=e.doc instanceof j?e.doc:j.of((e.doc||"").split(t.staticFacet(n.lineSeparator)||Wl)),s=e.selection?e.selection instanceof A?e.selection:A.single(e.selection.anchor,e.selection.head):A.single(0);return Rf(s,i.length),t.staticFacet(jl)||(s=s.asSingle()),new n(t,i,s,t.dynamicSlots.map(()=>null),(r,o)=>o.create(r),null)}get tabSize(){return this.facet(n.tabSize)}get lineBreak(){return this.facet(n.lineSeparator)||`
`}get readOnly(){return this.facet(qf)}phrase(e,...t){for(let i of this.facet(n.phrases))if(Object.prototype.hasOwnProperty.call(i,e)){e=i[e];break}return t.length&&(e=e.replace(/\$(\$|\d*)/g,(i,s)=>{if(s=="$")return"$";let r=+(s||1);return!r||r>t.length?i:t[r-1]})),e}languageDataAt(e,t,i=-1){let s=[];for(let r of this.facet(_f))for(let o of r(this,t,i))Object.prototype.hasOwnProperty.call(o,e)&&s.push(o[e]);return s}charCategorizer(e){let t=this.languageDataAt("wordChars",e);return kw(t.length?t[0]:"")}wordAt(e){let{text:t,from:i,length:s}=this.doc.lineAt(e),r=this.charCategorizer(e),o=e-i,a=e-i;for(;o>0;){let l=Te(t,o,!1);if(r(t.slice(l,o))!=pe.Word)break;o=l}for(;a<s;){let l=Te(t,a);if(r(t.slice(a,l))!=pe.Word)break;a=l}return o==a?null:A.range(o+i,a+i)}};te.allowMultipleSelections=jl;te.tabSize=P.define({combine:n=>n.length?n[0]:4});te.lineSeparator=Lf;te.readOnly=qf;te.phrases=P.define({compare(n,e){let t=Object.keys(n),i=Object.keys(e);return t.length==i.length&&t.every(s=>n[s]==e[s])}});te.languageData=_f;te.changeFilter=Bf;te.transactionFilter=If;te.transactionExtender=Ff;zr.reconfigure=q.define();function Xe(n,e,t={}){let i={};for(let s of n)for(let r of Object.keys(s)){let o=s[r],a=i[r];if(a===void 0)i[r]=o;else if(!(a===o||o===void 0))if(Object.hasOwnProperty.call(t,r))i[r]=t[r](a,o);else throw new Error("Config merge conflict for field "+r)}for(let s in e)i[s]===void 0&&(i[s]=e[s]);return i}var yt=class{eq(e){return this==e}range(e,t=e){return ms.create(e,t,this)}};yt.prototype.startSide=yt.prototype.endSide=0;yt.prototype.point=!1;yt.prototype.mapMode=Ae.TrackDel;function nh(n,e){return n==e||n.constructor==e.constructor&&n.eq(e)}var ms=class n{constructor(e,t,i){this.from=e,this.to=t,this.value=i}static create(e,t,i){return new n(e,t,i)}};function Xl(n,e){return n.from-e.from||n.value.startSide-e.value.startSide}var Zl=class n{constructor(e,t,i,s){this.from=e,this.to=t,this.value=i,this.maxPoint=s}get length(){return yi(this.to)}findIndex(e,t,i,s=0){let r=i?this.to:this.from;for(let o=s,a=r.length;;){if(o==a)return o;let l=o+a>>1,h=r[l]-e||(i?this.value[l].endSide:this.value[l].startSide)-t;if(l==o)return h>=0?o:a;h>=0?a=l:o=l+1}}between(e,t,i,s){for(let r=this.findIndex(t,-1e9,!0),o=this.findIndex(i,1e9,!1,r);r<o;r++)if(s(this.from[r]+e,this.to[r]+e,this.value[r])===!1)return!1}map(e,t,i,s,r){let o=[],a=[],l=[],h=-1,c=-1;e:for(let d=0;d<this.value.length;d++){let f=this.value[d],p=this.from[d]+e,m=this.to[d]+e,g,y;if(p==m){let v=t.mapPos(p,f.startSide,f.mapMode);if(v==null||(g=y=v,f.startSide!=f.endSide&&(y=t.mapPos(p,f.endSide),y<g)))continue}else if(g=t.mapPos(p,f.startSide),y=t.mapPos(m,f.endSide),g>y||g==y&&f.startSide>0&&f.endSide<=0)continue;if(!((y-g||f.endSide-f.startSide)<0))if(h<0&&(h=g),f.point&&(c=Math.max(c,y-g)),(g-i||f.startSide-s)>=0)o.push(f),a.push(g-h),l.push(y-h),i=y,s=f.endSide;else{if(g==y)for(let v=o.length;v>0;v--){if((g-(l[v-1]+h)||f.startSide-o[v-1].endSide)>=0){o.splice(v,0,f),a.splice(v,0,g-h),l.splice(v,0,y-h);continue e}if((g-(a[v-1]+h)||f.endSide-o[v-1].startSide)>0)break}r(g,y,f)}}return{mapped:o.length?new n(a,l,o,c):null,pos:h}}},Q=class n{constructor(e,t,i,s){this.chunkPos=e,this.chunk=t,this.nextLayer=i,this.maxPoint=s}static create(e,t,i,s){return new n(e,t,i,s)}get length(){let e=this.chunk.length-1;return e<0?0:Math.max(this.chunkEnd(e),this.nextLayer.length)}get size(){if(this.isEmpty)return 0;let e=this.nextLayer.size;for(let t of this.chunk)e+=t.value.length;return e}chunkEnd(e){return this.chunkPos[e]+this.chunk[e].length}update(e){let{add:t=[],sort:i=!1,filterFrom:s=0,filterTo:r=this.length}=e,o=e.filter;if(t.length==0&&!o)return this;if(i&&(t=t.slice().sort(Xl)),this.isEmpty)return t.length?n.of(t):this;let a=new jr(this,null,-1).goto(0),l=0,h=[],c=new Je;for(;a.value||l<t.length;)if(l<t.length&&(a.from-t[l].from||a.startSide-t[l].value.startSide)>=0){let d=t[l++];c.addInner(d.from,d.to,d.value,!1)||h.push(d)}else a.rangeIndex==1&&a.chunkIndex<this.chunk.length&&(l==t.length||this.chunkEnd(a.chunkIndex)<t[l].from)&&(!o||s>this.chunkEnd(a.chunkIndex)||r<this.chunkPos[a.chunkIndex])&&c.addChunk(this.chunkPos[a.chunkIndex],this.chunk[a.chunkIndex])?a.nextChunk():((!o||s>a.to||r<a.from||o(a.from,a.to,a.value))&&(c.addInner(a.from,a.to,a.value,!1)||h.push(ms.create(a.from,a.to,a.value))),a.next());return c.finishInner(this.nextLayer.isEmpty&&!h.length?n.empty:this.nextLayer.update({add:h,filter:o,filterFrom:s,filterTo:r}))}map(e){if(e.empty||this.isEmpty)return this;let t=[],i=[],s=-1,r,o=(l,h,c)=>{r||(r=new Je),r.addRange(l,h,c,!1)};for(let l=0;l<this.chunk.length;l++){let h=this.chunkPos[l],c=this.chunk[l],d=e.touchesRange(h,h+c.length);if(d===!1)s=Math.max(s,c.maxPoint),t.push(c),i.push(e.mapPos(h));else if(d===!0){let[f,p]=t.length?[yi(i)+yi(t).length,yi(yi(t).value).endSide]:[-1,-1],{mapped:m,pos:g}=c.map(h,e,f,p,o);m&&(s=Math.max(s,m.maxPoint),t.push(m),i.push(g))}}let a=this.nextLayer.map(e);return r&&(a=r.finishInner(a)),t.length==0?a:new n(i,t,a||n.empty,s)}between(e,t,i){if(!this.isEmpty){for(let s=0;s<this.chunk.length;s++){let r=this.chunkPos[s],o=this.chunk[s];if(t>=r&&e<=r+o.length&&o.between(r,e-r,t-r,i)===!1)return}this.nextLayer.between(e,t,i)}}iter(e=0){return gs.from([this]).goto(e)}get isEmpty(){return this.nextLayer==this}static iter(e,t=0){return gs.from(e).goto(t)}static compare(e,t,i,s,r=-1){let o=e.filter(d=>d.maxPoint>0||!d.isEmpty&&d.maxPoint>=r),a=t.filter(d=>d.maxPoint>0||!d.isEmpty&&d.maxPoint>=r),l=Ef(o,a,i),h=new zn(o,l,r),c=new zn(a,l,r);i.iterGaps((d,f,p)=>Df(h,d,c,f,p,s)),i.empty&&i.length==0&&Df(h,0,c,0,0,s)}static eq(e,t,i=0,s){s==null&&(s=999999999);let r=e.filter(c=>!c.isEmpty&&t.indexOf(c)<0),o=t.filter(c=>!c.isEmpty&&e.indexOf(c)<0);if(r.length!=o.length)return!1;if(!r.length)return!0;let a=Ef(r,o),l=new zn(r,a,0).goto(i),h=new zn(o,a,0).goto(i);for(;;){if(l.to!=h.to||!Ql(l.active,h.active)||l.point&&(!h.point||!nh(l.point,h.point)))return!1;if(l.to>s)return!0;l.next(),h.next()}}static spans(e,t,i,s,r=-1){let o=new zn(e,null,r).goto(t),a=t,l=o.openStart;for(;;){let h=Math.min(o.to,i);if(o.point){let c=o.activeForPoint(o.to),d=o.pointFrom<t?c.length+1:o.point.startSide<0?c.length:Math.min(c.length,l);s.point(a,h,o.point,c,d,o.pointRank),l=Math.min(o.openEnd(h),c.length)}else h>a&&(s.span(a,h,o.active,l),l=o.openEnd(h));if(o.to>i)return l+(o.point&&o.to>i?1:0);a=o.to,o.next()}}static of(e,t=!1){let i=new Je;for(let s of e instanceof ms?[e]:t?xw(e):e)i.add(s.from,s.to,s.value);return i.finish()}static join(e){if(!e.length)return n.empty;let t=yi(e);for(let i=e.length-2;i>=0;i--)for(let s=e[i];s!=n.empty;s=s.nextLayer)t=new n(s.chunkPos,s.chunk,t,Math.max(s.maxPoint,t.maxPoint));return t}};Q.empty=new Q([],[],null,-1);function yi(n){return n[n.length-1]}function xw(n){if(n.length>1)for(let e=n[0],t=1;t<n.length;t++){let i=n[t];if(Xl(e,i)>0)return n.slice().sort(Xl);e=i}return n}Q.empty.nextLayer=Q.empty;var Je=class n{finishChunk(e){this.chunks.push(new Zl(this.from,this.to,this.value,this.maxPoint)),this.chunkPos.push(this.chunkStart),this.chunkStart=-1,this.setMaxPoint=Math.max(this.setMaxPoint,this.maxPoint),this.maxPoint=-1,e&&(this.from=[],this.to=[],this.value=[])}constructor(){this.chunks=[],this.chunkPos=[],this.chunkStart=-1,this.last=null,this.lastFrom=-1e9,this.lastTo=-1e9,this.from=[],this.to=[],this.value=[],this.maxPoint=-1,this.setMaxPoint=-1,this.nextLayer=null}add(e,t,i){this.addRange(e,t,i,!0)}addRange(e,t,i,s){this.addInner(e,t,i,s)||(this.nextLayer||(this.nextLayer=new n)).addRange(e,t,i,s)}addInner(e,t,i,s){let r=e-this.lastTo||i.startSide-this.last.endSide;if(s&&r<=0&&(e-this.lastFrom||i.startSide-this.last.startSide)<0)throw new Error("Ranges must be added sorted by `from` position and `startSide`");return r<0?!1:(this.from.length==250&&this.finishChunk(!0),this.chunkStart<0&&(this.chunkStart=e),this.from.push(e-this.chunkStart),this.to.push(t-this.chunkStart),this.last=i,this.lastFrom=e,this.lastTo=t,this.value.push(i),i.point&&(this.maxPoint=Math.max(this.maxPoint,t-e)),!0)}addChunk(e,t){if((e-this.lastTo||t.value[0].startSide-this.last.endSide)<0)return!1;this.from.length&&this.finishChunk(!0),this.setMaxPoint=Math.max(this.setMaxPoint,t.maxPoint),this.chunks.push(t),this.chunkPos.push(e);let i=t.value.length-1;return this.last=t.value[i],this.lastFrom=t.from[i]+e,this.lastTo=t.to[i]+e,!0}finish(){return this.finishInner(Q.empty)}finishInner(e){if(this.from.length&&this.finishChunk(!1),this.chunks.length==0)return e;let t=Q.create(this.chunkPos,this.chunks,this.nextLayer?this.nextLayer.finishInner(e):e,this.setMaxPoint);return this.from=null,t}};function Ef(n,e,t){let i=new Map;for(let r of n)for(let o=0;o<r.chunk.length;o++)r.chunk[o].maxPoint<=0&&i.set(r.chunk[o],r.chunkPos[o]);let s=new Set;for(let r of e)for(let o=0;o<r.chunk.length;o++){let a=i.get(r.chunk[o]);a!=null&&(t?t.mapPos(a):a)==r.chunkPos[o]&&!t?.touchesRange(a,a+r.chunk[o].length)&&s.add(r.chunk[o])}return s}var jr=class{constructor(e,t,i,s=0){this.layer=e,this.skip=t,this.minPoint=i,this.rank=s}get startSide(){return this.value?this.value.startSide:0}get endSide(){return this.value?this.value.endSide:0}goto(e,t=-1e9){return this.chunkIndex=this.rangeIndex=0,this.gotoInner(e,t,!1),this}gotoInner(e,t,i){for(;this.chunkIndex<this.layer.chunk.length;){let s=this.layer.chunk[this.chunkIndex];if(!(this.skip&&this.skip.has(s)||this.layer.chunkEnd(this.chunkIndex)<e||s.maxPoint<this.minPoint))break;this.chunkIndex++,i=!1}if(this.chunkIndex<this.layer.chunk.length){let s=this.layer.chunk[this.chunkIndex].findIndex(e-this.layer.chunkPos[this.chunkIndex],t,!0);(!i||this.rangeIndex<s)&&this.setRangeIndex(s)}this.next()}forward(e,t){(this.to-e||this.endSide-t)<0&&this.gotoInner(e,t,!0)}next(){for(;;)if(this.chunkIndex==this.layer.chunk.length){this.from=this.to=1e9,this.value=null;break}else{let e=this.layer.chunkPos[this.chunkIndex],t=this.layer.chunk[this.chunkIndex],i=e+t.from[this.rangeIndex];if(this.from=i,this.to=e+t.to[this.rangeIndex],this.value=t.value[this.rangeIndex],this.setRangeIndex(this.rangeIndex+1),this.minPoint<0||this.value.point&&this.to-this.from>=this.minPoint)break}}setRangeIndex(e){if(e==this.layer.chunk[this.chunkIndex].value.length){if(this.chunkIndex++,this.skip)for(;this.chunkIndex<this.layer.chunk.length&&this.skip.has(this.layer.chunk[this.chunkIndex]);)this.chunkIndex++;this.rangeIndex=0}else this.rangeIndex=e}nextChunk(){this.chunkIndex++,this.rangeIndex=0,this.next()}compare(e){return this.from-e.from||this.startSide-e.startSide||this.rank-e.rank||this.to-e.to||this.endSide-e.endSide}},gs=class n{constructor(e){this.heap=e}static from(e,t=null,i=-1){let s=[];for(let r=0;r<e.length;r++)for(let o=e[r];!o.isEmpty;o=o.nextLayer)o.maxPoint>=i&&s.push(new jr(o,t,i,r));return s.length==1?s[0]:new n(s)}get startSide(){return this.value?this.value.startSide:0}goto(e,t=-1e9){for(let i of this.heap)i.goto(e,t);for(let i=this.heap.length>>1;i>=0;i--)$l(this.heap,i);return this.next(),this}forward(e,t){for(let i of this.heap)i.forward(e,t);for(let i=this.heap.length>>1;i>=0;i--)$l(this.heap,i);(this.to-e||this.value.endSide-t)<0&&this.next()}next(){if(this.heap.length==0)this.from=this.to=1e9,this.value=null,this.rank=-1;else{let e=this.heap[0];this.from=e.from,this.to=e.to,this.value=e.value,this.rank=e.rank,e.value&&e.next(),$l(this.heap,0)}}};function $l(n,e){for(let t=n[e];;){let i=(e<<1)+1;if(i>=n.length)break;let s=n[i];if(i+1<n.length&&s.compare(n[i+1])>=0&&(s=n[i+1],i++),t.compare(s)<0)break;n[i]=t,n[e]=s,e=i}}var zn=class{constructor(e,t,i){this.minPoint=i,this.active=[],this.activeTo=[],this.activeRank=[],this.minActive=-1,this.point=null,this.pointFrom=0,this.pointRank=0,this.to=-1e9,this.endSide=0,this.openStart=-1,this.cursor=gs.from(e,t,i)}goto(e,t=-1e9){return this.cursor.goto(e,t),this.active.length=this.activeTo.length=this.activeRank.length=0,this.minActive=-1,this.to=e,this.endSide=t,this.openStart=-1,this.next(),this}forward(e,t){for(;this.minActive>-1&&(this.activeTo[this.minActive]-e||this.active[this.minActive].endSide-t)<0;)this.removeActive(this.minActive);this.cursor.forward(e,t)}removeActive(e){Fr(this.active,e),Fr(this.activeTo,e),Fr(this.activeRank,e),this.minActive=Pf(this.active,this.activeTo)}addActive(e){let t=0,{value:i,to:s,rank:r}=this.cursor;for(;t<this.activeRank.length&&(r-this.activeRank[t]||s-this.activeTo[t])>0;)t++;qr(this.active,t,i),qr(this.activeTo,t,s),qr(this.activeRank,t,r),e&&qr(e,t,this.cursor.from),this.minActive=Pf(this.active,this.activeTo)}next(){let e=this.to,t=this.point;this.point=null;let i=this.openStart<0?[]:null;for(;;){let s=this.minActive;if(s>-1&&(this.activeTo[s]-this.cursor.from||this.active[s].endSide-this.cursor.startSide)<0){if(this.activeTo[s]>e){this.to=this.activeTo[s],this.endSide=this.active[s].endSide;break}this.removeActive(s),i&&Fr(i,s)}else if(this.cursor.value)if(this.cursor.from>e){this.to=this.cursor.from,this.endSide=this.cursor.startSide;break}else{let r=this.cursor.value;if(!r.point)this.addActive(i),this.cursor.next();else if(t&&this.cursor.to==this.to&&this.cursor.from<this.cursor.to)this.cursor.next();else{this.point=r,this.pointFrom=this.cursor.from,this.pointRank=this.cursor.rank,this.to=this.cursor.to,this.endSide=r.endSide,this.cursor.next(),this.forward(this.to,this.endSide);break}}else{this.to=this.endSide=1e9;break}}if(i){this.openStart=0;for(let s=i.length-1;s>=0&&i[s]<e;s--)this.openStart++}}activeForPoint(e){if(!this.active.length)return this.active;let t=[];for(let i=this.active.length-1;i>=0&&!(this.activeRank[i]<this.pointRank);i--)(this.activeTo[i]>e||this.activeTo[i]==e&&this.active[i].endSide>=this.point.endSide)&&t.push(this.active[i]);return t.reverse()}openEnd(e){let t=0;for(let i=this.activeTo.length-1;i>=0&&this.activeTo[i]>e;i--)t++;return t}};function Df(n,e,t,i,s,r){n.goto(e),t.goto(i);let o=i+s,a=i,l=i-e,h=!!r.boundChange;for(let c=!1;;){let d=n.to+l-t.to,f=d||n.endSide-t.endSide,p=f<0?n.to+l:t.to,m=Math.min(p,o);if(n.point||t.point?(n.point&&t.point&&nh(n.point,t.point)&&Ql(n.activeForPoint(n.to),t.activeForPoint(t.to))||r.comparePoint(a,m,n.point,t.point),c=!1):(c&&(r.boundChange(a),c=!1),m>a&&!Ql(n.active,t.active)&&r.compareRange(a,m,n.active,t.active),h&&m<o&&(d||n.openEnd(p)!=t.openEnd(p))&&(c=!0)),p>o)break;a=p,f<=0&&n.next(),f>=0&&t.next()}}function Ql(n,e){if(n.length!=e.length)return!1;for(let t=0;t<n.length;t++)if(n[t]!=e[t]&&!nh(n[t],e[t]))return!1;return!0}function Fr(n,e){for(let t=e,i=n.length-1;t<i;t++)n[t]=n[t+1];n.pop()}function qr(n,e,t){for(let i=n.length-1;i>=e;i--)n[i+1]=n[i];n[e]=t}function Pf(n,e){let t=-1,i=1e9;for(let s=0;s<e.length;s++)(e[s]-i||n[s].endSide-n[t].endSide)<0&&(t=s,i=e[s]);return t}function jn(n,e,t=n.length){let i=0;for(let s=0;s<t&&s<n.length;)n.charCodeAt(s)==9?(i+=e-i%e,s++):(i++,s=Te(n,s));return i}function Hf(n,e,t,i){for(let s=0,r=0;;){if(r>=e)return s;if(s==n.length)break;r+=n.charCodeAt(s)==9?t-r%t:1,s=Te(n,s)}return i===!0?-1:n.length}var Wf=typeof Symbol>"u"?"__ͼ":Symbol.for("ͼ"),ih=typeof Symbol>"u"?"__styleSet"+Math.floor(Math.random()*1e8):Symbol("styleSet"),zf=typeof globalThis<"u"?globalThis:typeof window<"u"?window:{},vt=class{constructor(e,t){this.rules=[];let{finish:i}=t||{};function s(o){return/^@/.test(o)?[o]:o.split(/,\s*/)}function r(o,a,l,h){let c=[],d=/^@(\w+)\b/.exec(o[0]),f=d&&d[1]=="keyframes";if(d&&a==null)return l.push(o[0]+";");for(let p in a){let m=a[p];if(/&/.test(p))r(p.split(/,\s*/).map(g=>o.map(y=>g.replace(/&/,y))).reduce((g,y)=>g.concat(y)),m,l);else if(m&&typeof m=="object"){if(!d)throw new RangeError("The value of a property ("+p+") should be a primitive value.");r(s(p),m,c,f)}else m!=null&&c.push(p.replace(/_.*/,"").replace(/[A-Z]/g,g=>"-"+g.toLowerCase())+": "+m+";")}(c.length||f)&&l.push((i&&!d&&!h?o.map(i):o).join(", ")+" {"+c.join(" ")+"}")}for(let o in e)r(s(o),e[o],this.rules)}getRules(){return this.rules.join(`
`)}static newName(){let e=zf[Wf]||1;return zf[Wf]=e+1,"ͼ"+e.toString(36)}static mount(e,t,i){let s=e[ih],r=i&&i.nonce;s?r&&s.setNonce(r):s=new sh(e,r),s.mount(Array.isArray(t)?t:[t],e)}},Vf=new Map,sh=class{constructor(e,t){let i=e.ownerDocument||e,s=i.defaultView;if(!e.head&&e.adoptedStyleSheets&&s.CSSStyleSheet){let r=Vf.get(i);if(r)return e[ih]=r;this.sheet=new s.CSSStyleSheet,Vf.set(i,this)}else this.styleTag=i.createElement("style"),t&&this.styleTag.setAttribute("nonce",t);this.modules=[],e[ih]=this}mount(e,t){let i=this.sheet,s=0,r=0,o=!1;for(let a=0;a<e.length;a++){let l=e[a],h=this.modules.indexOf(l);if(h<r&&h>-1&&(this.modules.splice(h,1),o=!0,r--,h=-1),h==-1){if(this.modules.splice(r++,0,l),o=!0,i)for(let c=0;c<l.rules.length;c++)i.insertRule(l.rules[c],s++)}else{for(;r<h;)s+=this.modules[r++].rules.length;s+=l.rules.length,r++}}if(i)t.adoptedStyleSheets.indexOf(this.sheet)<0&&(t.adoptedStyleSheets=[this.sheet,...t.adoptedStyleSheets]);else{if(o){let l="";for(let h=0;h<this.modules.length;h++)l+=this.modules[h].getRules()+`
`;this.styleTag.textContent=l}let a=t.head||t;this.styleTag.parentNode!=a&&a.insertBefore(this.styleTag,a.firstChild)}}setNonce(e){this.styleTag&&this.styleTag.getAttribute("nonce")!=e&&this.styleTag.setAttribute("nonce",e)}};var nn={8:"Backspace",9:"Tab",10:"Enter",12:"NumLock",13:"Enter",16:"Shift",17:"Control",18:"Alt",20:"CapsLock",27:"Escape",32:" ",33:"PageUp",34:"PageDown",35:"End",36:"Home",37:"ArrowLeft",38:"ArrowUp",39:"ArrowRight",40:"ArrowDown",44:"PrintScreen",45:"Insert",46:"Delete",59:";",61:"=",91:"Meta",92:"Meta",106:"*",107:"+",108:",",109:"-",110:".",111:"/",144:"NumLock",145:"ScrollLock",160:"Shift",161:"Shift",162:"Control",163:"Control",164:"Alt",165:"Alt",173:"-",186:";",187:"=",188:",",189:"-",190:".",191:"/",192:"`",219:"[",220:"\\",221:"]",222:"'"},xi={48:")",49:"!",50:"@",51:"#",52:"$",53:"%",54:"^",55:"&",56:"*",57:"(",59:":",61:"+",173:"_",186:":",187:"+",188:"<",189:"_",190:">",191:"?",192:"~",219:"{",220:"|",221:"}",222:'"'},Sw=typeof navigator<"u"&&/Mac/.test(navigator.platform),Cw=typeof navigator<"u"&&/MSIE \d|Trident\/(?:[7-9]|\d{2,})\..*rv:(\d+)/.exec(navigator.userAgent);for(Pe=0;Pe<10;Pe++)nn[48+Pe]=nn[96+Pe]=String(Pe);var Pe;for(Pe=1;Pe<=24;Pe++)nn[Pe+111]="F"+Pe;var Pe;for(Pe=65;Pe<=90;Pe++)nn[Pe]=String.fromCharCode(Pe+32),xi[Pe]=String.fromCharCode(Pe);var Pe;for(Kr in nn)xi.hasOwnProperty(Kr)||(xi[Kr]=nn[Kr]);var Kr;function Uf(n){var e=Sw&&n.metaKey&&n.shiftKey&&!n.ctrlKey&&!n.altKey||Cw&&n.shiftKey&&n.key&&n.key.length==1||n.key=="Unidentified",t=!e&&n.key||(n.shiftKey?xi:nn)[n.keyCode]||n.key||"Unidentified";return t=="Esc"&&(t="Escape"),t=="Del"&&(t="Delete"),t=="Left"&&(t="ArrowLeft"),t=="Up"&&(t="ArrowUp"),t=="Right"&&(t="ArrowRight"),t=="Down"&&(t="ArrowDown"),t}function ne(){var n=arguments[0];typeof n=="string"&&(n=document.createElement(n));var e=1,t=arguments[1];if(t&&typeof t=="object"&&t.nodeType==null&&!Array.isArray(t)){for(var i in t)if(Object.prototype.hasOwnProperty.call(t,i)){var s=t[i];typeof s=="string"?n.setAttribute(i,s):s!=null&&(n[i]=s)}e++}for(;e<arguments.length;e++)jf(n,arguments[e]);return n}function jf(n,e){if(typeof e=="string")n.appendChild(document.createTextNode(e));else if(e!=null)if(e.nodeType!=null)n.appendChild(e);else if(Array.isArray(e))for(var t=0;t<e.length;t++)jf(n,e[t]);else throw new RangeError("Unsupported child node: "+e)}var Ze=typeof navigator<"u"?navigator:{userAgent:"",vendor:"",platform:""},dh=typeof document<"u"?document:{documentElement:{style:{}}},fh=/Edge\/(\d+)/.exec(Ze.userAgent),Mp=/MSIE \d/.test(Ze.userAgent),ph=/Trident\/(?:[7-9]|\d{2,})\..*rv:(\d+)/.exec(Ze.userAgent),Mo=!!(Mp||ph||fh),Gf=!Mo&&/gecko\/(\d+)/i.test(Ze.userAgent),rh=!Mo&&/Chrome\/(\d+)/.exec(Ze.userAgent),Kf="webkitFontSmoothing"in dh.documentElement.style,mh=!Mo&&/Apple Computer/.test(Ze.vendor),Yf=mh&&(/Mobile\/\w+/.test(Ze.userAgent)||Ze.maxTouchPoints>2),L={mac:Yf||/Mac/.test(Ze.platform),windows:/Win/.test(Ze.platform),linux:/Linux|X11/.test(Ze.platform),ie:Mo,ie_version:Mp?dh.documentMode||6:ph?+ph[1]:fh?+fh[1]:0,gecko:Gf,gecko_version:Gf?+(/Firefox\/(\d+)/.exec(Ze.userAgent)||[0,0])[1]:0,chrome:!!rh,chrome_version:rh?+rh[1]:0,ios:Yf,android:/Android\b/.test(Ze.userAgent),webkit:Kf,webkit_version:Kf?+(/\bAppleWebKit\/(\d+)/.exec(Ze.userAgent)||[0,0])[1]:0,safari:mh,safari_version:mh?+(/\bVersion\/(\d+(\.\d+)?)/.exec(Ze.userAgent)||[0,0])[1]:0,tabSize:dh.documentElement.style.tabSize!=null?"tab-size":"-moz-tab-size"};function rc(n,e){for(let t in n)t=="class"&&e.class?e.class+=" "+n.class:t=="style"&&e.style?e.style+=";"+n.style:e[t]=n[t];return e}var ho=Object.create(null);function oc(n,e,t){if(n==e)return!0;n||(n=ho),e||(e=ho);let i=Object.keys(n),s=Object.keys(e);if(i.length-0!=s.length-0)return!1;for(let r of i)if(r!=t&&(s.indexOf(r)==-1||n[r]!==e[r]))return!1;return!0}function Aw(n,e){for(let t=n.attributes.length-1;t>=0;t--){let i=n.attributes[t].name;e[i]==null&&n.removeAttribute(i)}for(let t in e){let i=e[t];t=="style"?n.style.cssText=i:n.getAttribute(t)!=i&&n.setAttribute(t,i)}}function Jf(n,e,t){let i=!1;if(e)for(let s in e)t&&s in t||(i=!0,s=="style"?n.style.cssText="":n.removeAttribute(s));if(t)for(let s in t)e&&e[s]==t[s]||(i=!0,s=="style"?n.style.cssText=t[s]:n.setAttribute(s,t[s]));return i}function Tw(n){let e=Object.create(null);for(let t=0;t<n.attributes.length;t++){let i=n.attributes[t];e[i.name]=i.value}return e}var $e=class{eq(e){return!1}updateDOM(e,t,i){return!1}compare(e){return this==e||this.constructor==e.constructor&&this.eq(e)}get estimatedHeight(){return-1}get lineBreaks(){return 0}ignoreEvent(e){return!0}coordsAt(e,t,i){return null}get isHidden(){return!1}get editable(){return!1}destroy(e){}},Ne=(function(n){return n[n.Text=0]="Text",n[n.WidgetBefore=1]="WidgetBefore",n[n.WidgetAfter=2]="WidgetAfter",n[n.WidgetRange=3]="WidgetRange",n})(Ne||(Ne={})),I=class extends yt{constructor(e,t,i,s){super(),this.startSide=e,this.endSide=t,this.widget=i,this.spec=s}get heightRelevant(){return!1}static mark(e){return new Es(e)}static widget(e){let t=Math.max(-1e4,Math.min(1e4,e.side||0)),i=!!e.block;return t+=i&&!e.inlineOrder?t>0?3e8:-4e8:t>0?1e8:-1e8,new Jn(e,t,t,i,e.widget||null,!1)}static replace(e){let t=!!e.block,i,s;if(e.isBlockGap)i=-5e8,s=4e8;else{let{start:r,end:o}=Ep(e,t);i=(r?t?-3e8:-1:5e8)-1,s=(o?t?2e8:1:-6e8)+1}return new Jn(e,i,s,t,e.widget||null,!0)}static line(e){return new Ds(e)}static set(e,t=!1){return Q.of(e,t)}hasHeight(){return this.widget?this.widget.estimatedHeight>-1:!1}};I.none=Q.empty;var Es=class n extends I{constructor(e){let{start:t,end:i}=Ep(e);super(t?-1:5e8,i?1:-6e8,null,e),this.tagName=e.tagName||"span",this.attrs=e.class&&e.attributes?rc(e.attributes,{class:e.class}):e.class?{class:e.class}:e.attributes||ho}eq(e){return this==e||e instanceof n&&this.tagName==e.tagName&&oc(this.attrs,e.attrs)}range(e,t=e){if(e>=t)throw new RangeError("Mark decorations may not be empty");return super.range(e,t)}};Es.prototype.point=!1;var Ds=class n extends I{constructor(e){super(-2e8,-2e8,null,e)}eq(e){return e instanceof n&&this.spec.class==e.spec.class&&oc(this.spec.attributes,e.spec.attributes)}range(e,t=e){if(t!=e)throw new RangeError("Line decoration ranges must be zero-length");return super.range(e,t)}};Ds.prototype.mapMode=Ae.TrackBefore;Ds.prototype.point=!0;var Jn=class n extends I{constructor(e,t,i,s,r,o){super(t,i,r,e),this.block=s,this.isReplace=o,this.mapMode=s?t<=0?Ae.TrackBefore:Ae.TrackAfter:Ae.TrackDel}get type(){return this.startSide!=this.endSide?Ne.WidgetRange:this.startSide<=0?Ne.WidgetBefore:Ne.WidgetAfter}get heightRelevant(){return this.block||!!this.widget&&(this.widget.estimatedHeight>=5||this.widget.lineBreaks>0)}eq(e){return e instanceof n&&Mw(this.widget,e.widget)&&this.block==e.block&&this.startSide==e.startSide&&this.endSide==e.endSide}range(e,t=e){if(this.isReplace&&(e>t||e==t&&this.startSide>0&&this.endSide<=0))throw new RangeError("Invalid range for replacement decoration");if(!this.isReplace&&t!=e)throw new RangeError("Widget decorations can only have zero-length ranges");return super.range(e,t)}};Jn.prototype.point=!0;function Ep(n,e=!1){let{inclusiveStart:t,inclusiveEnd:i}=n;return t==null&&(t=n.inclusive),i==null&&(i=n.inclusive),{start:t??e,end:i??e}}function Mw(n,e){return n==e||!!(n&&e&&n.compare(e))}function Ei(n,e,t,i=0){let s=t.length-1;s>=0&&t[s]+i>=n?t[s]=Math.max(t[s],e):t.push(n,e)}var co=class n extends yt{constructor(e,t,i){super(),this.tagName=e,this.attributes=t,this.rank=i}eq(e){return e==this||e instanceof n&&this.tagName==e.tagName&&oc(this.attributes,e.attributes)}static create(e){return new n(e.tagName,e.attributes||ho,e.rank==null?50:Math.max(0,Math.min(e.rank,100)))}static set(e,t=!1){return Q.of(e,t)}};co.prototype.startSide=co.prototype.endSide=-1;var Be=n=>n.nodeType==1,Pi=n=>n.nodeType==3;function Ps(n){let e;return n.nodeType==11?e=n.getSelection?n:n.ownerDocument:e=n,e.getSelection()}function gh(n,e){return e?n==e||n.contains(e.nodeType!=1?e.parentNode:e):!1}function bs(n,e){if(!e.anchorNode)return!1;try{return gh(n,e.anchorNode)}catch{return!1}}function so(n){return Pi(n)?Os(n,0,n.nodeValue.length).getClientRects():Be(n)?n.getClientRects():[]}function ws(n,e,t,i){return t?Xf(n,e,t,i,-1)||Xf(n,e,t,i,1):!1}function Sn(n){for(var e=0;;e++)if(n=n.previousSibling,!n)return e}function uo(n){return Be(n)&&/^(DIV|P|LI|UL|OL|BLOCKQUOTE|DD|DT|H\d|SECTION|PRE)$/.test(n.nodeName)}function Xf(n,e,t,i,s){for(;;){if(n==t&&e==i)return!0;if(e==(s<0?0:on(n))){if(n.nodeName=="DIV")return!1;let r=n.parentNode;if(!r||!Be(r))return!1;e=Sn(n)+(s<0?0:1),n=r}else if(Be(n)){if(n=n.childNodes[e+(s<0?-1:0)],Be(n)&&(n.nodeName=="IMG"||n.nodeName=="BR"||n.contentEditable=="false"))return!1;e=s<0?on(n):0}else return!1}}function on(n){return Pi(n)?n.nodeValue.length:n.childNodes.length}function fo(n,e){let{left:t,right:i}=n;if(t==i)return n;let s=e?t:i;return{left:s,right:s,top:n.top,bottom:n.bottom}}function Ew(n){let e=n.visualViewport;return e?{left:0,right:e.width,top:0,bottom:e.height}:{left:0,right:n.innerWidth,top:0,bottom:n.innerHeight}}function Dp(n,e){let t=e.width/n.offsetWidth,i=e.height/n.offsetHeight;return(t>.995&&t<1.005||!isFinite(t)||Math.abs(e.width-n.offsetWidth)<1)&&(t=1),(i>.995&&i<1.005||!isFinite(i)||Math.abs(e.height-n.offsetHeight)<1)&&(i=1),{scaleX:t,scaleY:i}}function Dw(n,e,t,i,s,r,o,a){let l=n.ownerDocument,h=l.defaultView||window;for(let c=n,d=!1;c&&!d;)if(Be(c)){let f,p=c==l.body,m=1,g=1,y=!0,v=!0;if(p)f=Ew(h);else{let x=getComputedStyle(c);if(/^(fixed|sticky)$/.test(x.position)&&(d=!0),(c.scrollHeight<=c.clientHeight||!/auto|scroll/.test(x.overflowY))&&(v=!1),(c.scrollWidth<=c.clientWidth||!/auto|scroll/.test(x.overflowX))&&(y=!1),!y&&!v){c=c.assignedSlot||c.parentNode;continue}let b=c.getBoundingClientRect();({scaleX:m,scaleY:g}=Dp(c,b)),f={left:b.left,right:b.left+c.clientWidth*m,top:b.top,bottom:b.top+c.clientHeight*g}}let w=0,k=0;if(v)if(s=="nearest")e.top<f.top+o?(k=e.top-(f.top+o),t>0&&e.bottom>f.bottom+k&&(k=e.bottom-f.bottom+o)):e.bottom>f.bottom-o&&(k=e.bottom-f.bottom+o,t<0&&e.top-k<f.top&&(k=e.top-(f.top+o)));else{let x=e.bottom-e.top,b=f.bottom-f.top;k=(s=="center"&&x<=b?e.top+x/2-b/2:s=="start"||s=="center"&&t<0?e.top-o:e.bottom-b+o)-f.top}if(y&&(i=="nearest"?e.left<f.left+r?(w=e.left-(f.left+r),t>0&&e.right>f.right+w&&(w=e.right-f.right+r)):e.right>f.right-r&&(w=e.right-f.right+r,t<0&&e.left<f.left+w&&(w=e.left-(f.left+r))):w=(i=="center"?e.left+(e.right-e.left)/2-(f.right-f.left)/2:i=="start"==a?e.left-r:e.right-(f.right-f.left)+r)-f.left),w||k)if(p)h.scrollBy(w,k);else{let x=0,b=0;if(k){let S=c.scrollTop;c.scrollTop+=k/g,b=(c.scrollTop-S)*g}if(w){let S=c.scrollLeft;c.scrollLeft+=w/m,x=(c.scrollLeft-S)*m}e={left:e.left-x,top:e.top-b,right:e.right-x,bottom:e.bottom-b},x&&Math.abs(x-w)<1&&(i="nearest"),b&&Math.abs(b-k)<1&&(s="nearest")}if(p)break;(e.top<f.top||e.bottom>f.bottom||e.left<f.left||e.right>f.right)&&(e={left:Math.max(e.left,f.left),right:Math.min(e.right,f.right),top:Math.max(e.top,f.top),bottom:Math.min(e.bottom,f.bottom)}),c=c.assignedSlot||c.parentNode}else if(c.nodeType==11)c=c.host;else break}function Pp(n,e=!0){let t=n.ownerDocument,i=null,s=null;for(let r=n.parentNode;r&&!(r==t.body||(!e||i)&&s);)if(Be(r))!s&&r.scrollHeight>r.clientHeight&&/scroll|auto/.test(getComputedStyle(r).overflowY)&&(s=r),e&&!i&&r.scrollWidth>r.clientWidth&&/scroll|auto/.test(getComputedStyle(r).overflowX)&&(i=r),r=r.assignedSlot||r.parentNode;else if(r.nodeType==11)r=r.host;else break;return{x:i,y:s}}var yh=class{constructor(){this.anchorNode=null,this.anchorOffset=0,this.focusNode=null,this.focusOffset=0}eq(e){return this.anchorNode==e.anchorNode&&this.anchorOffset==e.anchorOffset&&this.focusNode==e.focusNode&&this.focusOffset==e.focusOffset}setRange(e){let{anchorNode:t,focusNode:i}=e;this.set(t,Math.min(e.anchorOffset,t?on(t):0),i,Math.min(e.focusOffset,i?on(i):0))}set(e,t,i,s){this.anchorNode=e,this.anchorOffset=t,this.focusNode=i,this.focusOffset=s}};function Op(n){let e=[];for(let t=n;t;t=t.nodeType==11?t.host:t.parentNode)Be(t)&&e.push({node:t,left:t.scrollLeft,top:t.scrollTop});return e}function Rp(n,e=!0){for(let{node:t,left:i,top:s}of n)e&&t.scrollTop!=s&&(t.scrollTop=s),t.scrollLeft!=i&&(t.scrollLeft=i)}var Gn=null;L.safari&&L.safari_version>=26&&(Gn=!1);function _p(n){if(n.setActive)return n.setActive();if(Gn)return n.focus(Gn);let e=Op(n);n.focus(Gn==null?{get preventScroll(){return Gn={preventScroll:!0},!0}}:void 0),Gn||(Gn=!1,Rp(e))}var Zf;function Os(n,e,t=e){let i=Zf||(Zf=document.createRange());return i.setEnd(n,t),i.setStart(n,e),i}function Di(n,e,t,i){let s={key:e,code:e,keyCode:t,which:t,cancelable:!0};i&&({altKey:s.altKey,ctrlKey:s.ctrlKey,shiftKey:s.shiftKey,metaKey:s.metaKey}=i);let r=new KeyboardEvent("keydown",s);r.synthetic=!0,n.dispatchEvent(r);let o=new KeyboardEvent("keyup",s);return o.synthetic=!0,n.dispatchEvent(o),r.defaultPrevented||o.defaultPrevented}function Pw(n){for(;n;){if(n&&(n.nodeType==9||n.nodeType==11&&n.host))return n;n=n.assignedSlot||n.parentNode}return null}function Ow(n,e){let t=e.focusNode,i=e.focusOffset;if(!t||e.anchorNode!=t||e.anchorOffset!=i)return!1;for(i=Math.min(i,on(t));;)if(i){if(!Be(t))return!1;let s=t.childNodes[i-1];s.contentEditable=="false"?i--:(t=s,i=on(t))}else{if(t==n)return!0;i=Sn(t),t=t.parentNode}}function Lp(n){return n instanceof Window?n.pageYOffset>Math.max(0,n.document.documentElement.scrollHeight-n.innerHeight-4):n.scrollTop>Math.max(1,n.scrollHeight-n.clientHeight-4)}function Bp(n,e){for(let t=n,i=e;;){if(Pi(t)&&i>0)return{node:t,offset:i};if(Be(t)&&i>0){if(t.contentEditable=="false")return null;t=t.childNodes[i-1],i=on(t)}else if(t.parentNode&&!uo(t))i=Sn(t),t=t.parentNode;else return null}}function Ip(n,e){for(let t=n,i=e;;){if(Pi(t)&&i<t.nodeValue.length)return{node:t,offset:i};if(Be(t)&&i<t.childNodes.length){if(t.contentEditable=="false")return null;t=t.childNodes[i],i=0}else if(t.parentNode&&!uo(t))i=Sn(t)+1,t=t.parentNode;else return null}}var $t=class n{constructor(e,t,i=!0){this.node=e,this.offset=t,this.precise=i}static before(e,t){return new n(e.parentNode,Sn(e),t)}static after(e,t){return new n(e.parentNode,Sn(e)+1,t)}},ie=(function(n){return n[n.LTR=0]="LTR",n[n.RTL=1]="RTL",n})(ie||(ie={})),Oi=ie.LTR,ac=ie.RTL;function Fp(n){let e=[];for(let t=0;t<n.length;t++)e.push(1<<+n[t]);return e}var Rw=Fp("88888888888888888888888888888888888666888888787833333333337888888000000000000000000000000008888880000000000000000000000000088888888888888888888888888888888888887866668888088888663380888308888800000000000000000000000800000000000000000000000000000008"),_w=Fp("4444448826627288999999999992222222222222222222222222222222222222222222222229999999999999999999994444444444644222822222222222222222222222222222222222222222222222222222222222222222222222222222222222222222222222222222999999949999999229989999223333333333"),vh=Object.create(null),Nt=[];for(let n of["()","[]","{}"]){let e=n.charCodeAt(0),t=n.charCodeAt(1);vh[e]=t,vh[t]=-e}function qp(n){return n<=247?Rw[n]:1424<=n&&n<=1524?2:1536<=n&&n<=1785?_w[n-1536]:1774<=n&&n<=2220?4:8192<=n&&n<=8204?256:64336<=n&&n<=65023?4:1}var Lw=/[\u0590-\u05f4\u0600-\u06ff\u0700-\u08ac\ufb50-\ufdff]/,kt=class{get dir(){return this.level%2?ac:Oi}constructor(e,t,i){this.from=e,this.to=t,this.level=i}side(e,t){return this.dir==t==e?this.to:this.from}forward(e,t){return e==(this.dir==t)}static find(e,t,i,s){let r=-1;for(let o=0;o<e.length;o++){let a=e[o];if(a.from<=t&&a.to>=t){if(a.level==i)return o;(r<0||(s!=0?s<0?a.from<t:a.to>t:e[r].level>a.level))&&(r=o)}}if(r<0)throw new RangeError("Index out of range");return r}};function Np(n,e){if(n.length!=e.length)return!1;for(let t=0;t<n.length;t++){let i=n[t],s=e[t];if(i.from!=s.from||i.to!=s.to||i.direction!=s.direction||!Np(i.inner,s.inner))return!1}return!0}var he=[];function Bw(n,e,t,i,s){for(let r=0;r<=i.length;r++){let o=r?i[r-1].to:e,a=r<i.length?i[r].from:t,l=r?256:s;for(let h=o,c=l,d=l;h<a;h++){let f=qp(n.charCodeAt(h));f==512?f=c:f==8&&d==4&&(f=16),he[h]=f==4?2:f,f&7&&(d=f),c=f}for(let h=o,c=l,d=l;h<a;h++){let f=he[h];if(f==128)h<a-1&&c==he[h+1]&&c&24?f=he[h]=c:he[h]=256;else if(f==64){let p=h+1;for(;p<a&&he[p]==64;)p++;let m=h&&c==8||p<t&&he[p]==8?d==1?1:8:256;for(let g=h;g<p;g++)he[g]=m;h=p-1}else f==8&&d==1&&(he[h]=1);c=f,f&7&&(d=f)}}}function Iw(n,e,t,i,s){let r=s==1?2:1;for(let o=0,a=0,l=0;o<=i.length;o++){let h=o?i[o-1].to:e,c=o<i.length?i[o].from:t;for(let d=h,f,p,m;d<c;d++)if(p=vh[f=n.charCodeAt(d)])if(p<0){for(let g=a-3;g>=0;g-=3)if(Nt[g+1]==-p){let y=Nt[g+2],v=y&2?s:y&4?y&1?r:s:0;v&&(he[d]=he[Nt[g]]=v),a=g;break}}else{if(Nt.length==189)break;Nt[a++]=d,Nt[a++]=f,Nt[a++]=l}else if((m=he[d])==2||m==1){let g=m==s;l=g?0:1;for(let y=a-3;y>=0;y-=3){let v=Nt[y+2];if(v&2)break;if(g)Nt[y+2]|=2;else{if(v&4)break;Nt[y+2]|=4}}}}}function Fw(n,e,t,i){for(let s=0,r=i;s<=t.length;s++){let o=s?t[s-1].to:n,a=s<t.length?t[s].from:e;for(let l=o;l<a;){let h=he[l];if(h==256){let c=l+1;for(;;)if(c==a){if(s==t.length)break;c=t[s++].to,a=s<t.length?t[s].from:e}else if(he[c]==256)c++;else break;let d=r==1,f=(c<e?he[c]:i)==1,p=d==f?d?1:2:i;for(let m=c,g=s,y=g?t[g-1].to:n;m>l;)m==y&&(m=t[--g].from,y=g?t[g-1].to:n),he[--m]=p;l=c}else r=h,l++}}}function bh(n,e,t,i,s,r,o){let a=i%2?2:1;if(i%2==s%2)for(let l=e,h=0;l<t;){let c=!0,d=!1;if(h==r.length||l<r[h].from){let g=he[l];g!=a&&(c=!1,d=g==16)}let f=!c&&a==1?[]:null,p=c?i:i+1,m=l;e:for(;;)if(h<r.length&&m==r[h].from){if(d)break e;let g=r[h];if(!c)for(let y=g.to,v=h+1;;){if(y==t)break e;if(v<r.length&&r[v].from==y)y=r[v++].to;else{if(he[y]==a)break e;break}}if(h++,f)f.push(g);else{g.from>l&&o.push(new kt(l,g.from,p));let y=g.direction==Oi!=!(p%2);wh(n,y?i+1:i,s,g.inner,g.from,g.to,o),l=g.to}m=g.to}else{if(m==t||(c?he[m]!=a:he[m]==a))break;m++}f?bh(n,l,m,i+1,s,f,o):l<m&&o.push(new kt(l,m,p)),l=m}else for(let l=t,h=r.length;l>e;){let c=!0,d=!1;if(!h||l>r[h-1].to){let g=he[l-1];g!=a&&(c=!1,d=g==16)}let f=!c&&a==1?[]:null,p=c?i:i+1,m=l;e:for(;;)if(h&&m==r[h-1].to){if(d)break e;let g=r[--h];if(!c)for(let y=g.from,v=h;;){if(y==e)break e;if(v&&r[v-1].to==y)y=r[--v].from;else{if(he[y-1]==a)break e;break}}if(f)f.push(g);else{g.to<l&&o.push(new kt(g.to,l,p));let y=g.direction==Oi!=!(p%2);wh(n,y?i+1:i,s,g.inner,g.from,g.to,o),l=g.from}m=g.from}else{if(m==e||(c?he[m-1]!=a:he[m-1]==a))break;m--}f?bh(n,m,l,i+1,s,f,o):m<l&&o.push(new kt(m,l,p)),l=m}}function wh(n,e,t,i,s,r,o){let a=e%2?2:1;Bw(n,s,r,i,a),Iw(n,s,r,i,a),Fw(s,r,i,a),bh(n,s,r,e,t,i,o)}function qw(n,e,t){if(!n)return[new kt(0,0,e==ac?1:0)];if(e==Oi&&!t.length&&!Lw.test(n))return $p(n.length);if(t.length)for(;n.length>he.length;)he[he.length]=256;let i=[],s=e==Oi?0:1;return wh(n,s,s,t,0,n.length,i),i}function $p(n){return[new kt(0,n,0)]}var Hp="";function Nw(n,e,t,i,s){var r;if(!n.length)return null;let o=i.head-n.from,a;if(i.head==n.from&&i.assoc<0){if(!s)return null;o=e[a=0].side(!1,t)}else if(i.head==n.to&&i.assoc>0){if(s)return null;o=e[a=e.length-1].side(!0,t)}else a=kt.find(e,o,(r=i.bidiLevel)!==null&&r!==void 0?r:-1,i.assoc);let l=e[a],h=l.side(s,t);if(o==h){let f=a+=s?1:-1;if(f<0||f>=e.length)return null;l=e[a=f],o=l.side(!s,t),h=l.side(s,t)}let c=Te(n.text,o,l.forward(s,t));(c<l.from||c>l.to)&&(c=h),Hp=n.text.slice(Math.min(o,c),Math.max(o,c));let d=a==(s?e.length-1:0)?null:e[a+(s?1:-1)];if(c==h){if(!d)return s?A.cursor(n.to,1):A.cursor(n.from,-1);if(d.level+(s?0:1)<l.level)return A.cursor(d.side(!s,t)+n.from,d.forward(s,t)?1:-1,d.level)}return A.cursor(c+n.from,l.forward(s,t)?-1:1,l.level)}function $w(n,e,t){for(let i=e;i<t;i++){let s=qp(n.charCodeAt(i));if(s==1)return Oi;if(s==2||s==4)return ac}}var Wp=P.define(),zp=P.define(),Vp=P.define(),Up=P.define(),kh=P.define(),jp=P.define(),Gp=P.define(),lc=P.define(),hc=P.define(),Kp=P.define({combine:n=>n.some(e=>e)}),Yp=P.define({combine:n=>n.some(e=>e)}),Jp=P.define(),ks=class n{constructor(e,t,i,s,r,o=!1){this.range=e,this.y=t,this.x=i,this.yMargin=s,this.xMargin=r,this.isSnapshot=o}map(e){return e.empty?this:new n(this.range.map(e),this.y,this.x,this.yMargin,this.xMargin,this.isSnapshot)}clip(e){return this.range.to<=e.doc.length?this:new n(A.cursor(e.doc.length),this.y,this.x,this.yMargin,this.xMargin,this.isSnapshot)}},Yr=q.define({map:(n,e)=>n.map(e)}),Xp=q.define();function qe(n,e,t){let i=n.facet(Up);i.length?i[0](e):window.onerror&&window.onerror(String(e),t,void 0,void 0,e)||(t?console.error(t+":",e):console.error(e))}var sn=P.define({combine:n=>n.length?n[0]:!0}),Hw=0,Ci=P.define({combine(n){return n.filter((e,t)=>{for(let i=0;i<t;i++)if(n[i].plugin==e.plugin)return!1;return!0})}}),me=class n{constructor(e,t,i,s,r){this.id=e,this.create=t,this.domEventHandlers=i,this.domEventObservers=s,this.baseExtensions=r(this),this.extension=this.baseExtensions.concat(Ci.of({plugin:this,arg:void 0}))}of(e){return this.baseExtensions.concat(Ci.of({plugin:this,arg:e}))}static define(e,t){let{eventHandlers:i,eventObservers:s,provide:r,decorations:o}=t||{};return new n(Hw++,e,i,s,a=>{let l=[];return o&&l.push(Eo.of(h=>{let c=h.plugin(a);return c?o(c):I.none})),r&&l.push(r(a)),l})}static fromClass(e,t){return n.define((i,s)=>new e(i,s),t)}},xs=class{constructor(e){this.spec=e,this.mustUpdate=null,this.value=null}get plugin(){return this.spec&&this.spec.plugin}update(e){if(this.value){if(this.mustUpdate){let t=this.mustUpdate;if(this.mustUpdate=null,this.value.update)try{this.value.update(t)}catch(i){if(qe(t.state,i,"CodeMirror plugin crashed"),this.value.destroy)try{this.value.destroy()}catch{}this.deactivate()}}}else if(this.spec)try{this.value=this.spec.plugin.create(e,this.spec.arg)}catch(t){qe(e.state,t,"CodeMirror plugin crashed"),this.deactivate()}return this}destroy(e){var t;if(!((t=this.value)===null||t===void 0)&&t.destroy)try{this.value.destroy()}catch(i){qe(e.state,i,"CodeMirror plugin crashed")}}deactivate(){this.spec=this.value=null}},Zp=P.define(),cc=P.define(),Eo=P.define(),Qp=P.define(),uc=P.define(),Rs=P.define(),em=P.define();function Qf(n,e){let t=n.state.facet(em);if(!t.length)return t;let i=t.map(r=>r instanceof Function?r(n):r),s=[];return Q.spans(i,e.from,e.to,{point(){},span(r,o,a,l){let h=r-e.from,c=o-e.from,d=s;for(let f=a.length-1;f>=0;f--,l--){let p=a[f].spec.bidiIsolate,m;if(l>0&&d.length&&(m=d[d.length-1]).to==h&&m.direction==p)m.to=c,d=m.inner;else{let g={from:h,to:c,direction:p,inner:[]};d.push(g),d=g.inner}}}}),tm(e.text,s)}function tm(n,e){for(let t of e){if(t.direction==null){for(let i=t.from,s=0;i<t.to;s++){let r=s<t.inner.length?t.inner[s]:null,o=$w(n,i,r?r.from:t.to);if(o){t.direction=o;break}if(!r)break;i=r.to}t.direction==null&&(t.direction=ie.LTR)}tm(n,t.inner)}return e}var nm=P.define();function dc(n){let e=0,t=0,i=0,s=0;for(let r of n.state.facet(nm)){let o=r(n);o&&(o.left!=null&&(e=Math.max(e,o.left)),o.right!=null&&(t=Math.max(t,o.right)),o.top!=null&&(i=Math.max(i,o.top)),o.bottom!=null&&(s=Math.max(s,o.bottom)))}return{left:e,right:t,top:i,bottom:s}}var ys=P.define(),Et=class n{constructor(e,t,i,s){this.fromA=e,this.toA=t,this.fromB=i,this.toB=s}join(e){return new n(Math.min(this.fromA,e.fromA),Math.max(this.toA,e.toA),Math.min(this.fromB,e.fromB),Math.max(this.toB,e.toB))}addToSet(e){let t=e.length,i=this;for(;t>0;t--){let s=e[t-1];if(!(s.fromA>i.toA)){if(s.toA<i.fromA)break;i=i.join(s),e.splice(t-1,1)}}return e.splice(t,0,i),e}static extendWithRanges(e,t){if(t.length==0)return e;let i=[];for(let s=0,r=0,o=0;;){let a=s<e.length?e[s].fromB:1e9,l=r<t.length?t[r]:1e9,h=Math.min(a,l);if(h==1e9)break;let c=h+o,d=h,f=c;for(;;)if(r<t.length&&t[r]<=d){let p=t[r+1];r+=2,d=Math.max(d,p);for(let m=s;m<e.length&&e[m].fromB<=d;m++)o=e[m].toA-e[m].toB;f=Math.max(f,p+o)}else if(s<e.length&&e[s].fromB<=d){let p=e[s++];d=Math.max(d,p.toB),f=Math.max(f,p.toA),o=p.toA-p.toB}else break;i.push(new n(c,f,h,d))}return i}},po=class n{constructor(e,t,i){this.view=e,this.state=t,this.transactions=i,this.flags=0,this.startState=e.state,this.changes=oe.empty(this.startState.doc.length);for(let r of i)this.changes=this.changes.compose(r.changes);let s=[];this.changes.iterChangedRanges((r,o,a,l)=>s.push(new Et(r,o,a,l))),this.changedRanges=s}static create(e,t,i){return new n(e,t,i)}get viewportChanged(){return(this.flags&4)>0}get viewportMoved(){return(this.flags&8)>0}get heightChanged(){return(this.flags&2)>0}get geometryChanged(){return this.docChanged||(this.flags&18)>0}get focusChanged(){return(this.flags&1)>0}get docChanged(){return!this.changes.empty}get selectionSet(){return this.transactions.some(e=>e.selection)}get empty(){return this.flags==0&&this.transactions.length==0}},Ww=[],ve=class{constructor(e,t,i=0){this.dom=e,this.length=t,this.flags=i,this.parent=null,e.cmTile=this}get breakAfter(){return this.flags&1}get children(){return Ww}isWidget(){return!1}get isHidden(){return!1}isComposite(){return!1}isLine(){return!1}isText(){return!1}isBlock(){return!1}get domAttrs(){return null}sync(e){if(this.flags|=2,this.flags&4){this.flags&=-5;let t=this.domAttrs;t&&Aw(this.dom,t)}}toString(){return this.constructor.name+(this.children.length?`(${this.children})`:"")+(this.breakAfter?"#":"")}destroy(){this.parent=null}setDOM(e){this.dom=e,e.cmTile=this}get posAtStart(){return this.parent?this.parent.posBefore(this):0}get posAtEnd(){return this.posAtStart+this.length}posBefore(e,t=this.posAtStart){let i=t;for(let s of this.children){if(s==e)return i;i+=s.length+s.breakAfter}throw new RangeError("Invalid child in posBefore")}posAfter(e){return this.posBefore(e)+e.length}covers(e){return!0}coordsIn(e,t,i){return null}domPosFor(e,t){let i=Sn(this.dom),s=this.length?e>0:t>0;return new $t(this.parent.dom,i+(s?1:0),e==0||e==this.length)}markDirty(e){this.flags&=-3,e&&(this.flags|=4),this.parent&&this.parent.flags&2&&this.parent.markDirty(!1)}get overrideDOMText(){return null}get root(){for(let e=this;e;e=e.parent)if(e instanceof _i)return e;return null}static get(e){return e.cmTile}},Ri=class extends ve{constructor(e){super(e,0),this._children=[]}isComposite(){return!0}get children(){return this._children}get lastChild(){return this.children.length?this.children[this.children.length-1]:null}append(e){this.children.push(e),e.parent=this}sync(e){if(this.flags&2)return;super.sync(e);let t=this.dom,i=null,s,r=e?.node==t?e:null,o=0;for(let a of this.children){if(a.sync(e),o+=a.length+a.breakAfter,s=i?i.nextSibling:t.firstChild,r&&s!=a.dom&&(r.written=!0),a.dom.parentNode==t)for(;s&&s!=a.dom;)s=ep(s);else t.insertBefore(a.dom,s);i=a.dom}for(s=i?i.nextSibling:t.firstChild,r&&s&&(r.written=!0);s;)s=ep(s);this.length=o}};function ep(n){let e=n.nextSibling;return n.parentNode.removeChild(n),e}var _i=class extends Ri{constructor(e,t){super(t),this.view=e}owns(e){for(;e;e=e.parent)if(e==this)return!0;return!1}isBlock(){return!0}nearest(e){for(;;){if(!e)return null;let t=ve.get(e);if(t&&this.owns(t))return t;e=e.parentNode}}blockTiles(e){for(let t=[],i=this,s=0,r=0;;)if(s==i.children.length){if(!t.length)return;i=i.parent,i.breakAfter&&r++,s=t.pop()}else{let o=i.children[s++];if(o instanceof rn)t.push(s),i=o,s=0;else{let a=r+o.length,l=e(o,r);if(l!==void 0)return l;r=a+o.breakAfter}}}resolveBlock(e,t){let i,s=-1,r,o=-1;if(this.blockTiles((a,l)=>{let h=l+a.length;if(e>=l&&e<=h){if(a.isWidget()&&t>=-1&&t<=1){if(a.flags&32)return!0;a.flags&16&&(i=void 0)}(l<e||e==h&&(t<-1?a.length:a.covers(1)))&&(!i||!a.isWidget()&&i.isWidget())&&(i=a,s=e-l),(h>e||e==l&&(t>1?a.length:a.covers(-1)))&&(!r||!a.isWidget()&&r.isWidget())&&(r=a,o=e-l)}}),!i&&!r)throw new Error("No tile at position "+e);return i&&t<0||!r?{tile:i,offset:s}:{tile:r,offset:o}}},rn=class n extends Ri{constructor(e,t){super(e),this.wrapper=t}isBlock(){return!0}covers(e){return this.children.length?e<0?this.children[0].covers(-1):this.lastChild.covers(1):!1}get domAttrs(){return this.wrapper.attributes}static of(e,t){let i=new n(t||document.createElement(e.tagName),e);return t||(i.flags|=4),i}},Li=class n extends Ri{constructor(e,t){super(e),this.attrs=t}isLine(){return!0}static start(e,t,i){let s=new n(t||document.createElement("div"),e);return(!t||!i)&&(s.flags|=4),s}get domAttrs(){return this.attrs}resolveInline(e,t,i=!1){let s=null,r=-1,o=null,a=-1;function l(c,d){for(let f=0,p=0;f<c.children.length&&p<=d;f++){let m=c.children[f],g=p+m.length;g>=d&&(m.isComposite()?l(m,d-p):(!o||i&&o.isHidden&&(t>0&&!(o.flags&32)||i&&Vw(o,m)))&&(g>d||m.flags&32&&t<=1)?(o=m,a=d-p):(p<d||m.flags&16&&!(i&&m.isHidden)&&t>=-1)&&(s=m,r=d-p)),p=g}}l(this,e);let h=(t<0?s:o)||s||o;return h?{tile:h,offset:h==s?r:a}:null}coordsIn(e,t,i){let s=this.resolveInline(e,t,!0);return s?s.tile.coordsIn(Math.max(0,s.offset),t,i):zw(this)}domIn(e,t){let i=this.resolveInline(e,t);if(i){let{tile:s,offset:r}=i;if(this.dom.contains(s.dom))return s.isText()?new $t(s.dom,Math.min(s.dom.nodeValue.length,r)):s.domPosFor(r,s.flags&16?1:s.flags&32?-1:t);let o=i.tile.parent,a=!1;for(let l of o.children){if(a)return new $t(l.dom,0);l==i.tile&&(a=!0)}}return new $t(this.dom,0)}};function zw(n){let e=n.dom.lastChild;if(!e)return n.dom.getBoundingClientRect();let t=so(e);return t[t.length-1]||null}function Vw(n,e){let t=n.coordsIn(0,1),i=e.coordsIn(0,1);return t&&i&&i.top<t.bottom}var it=class n extends Ri{constructor(e,t){super(e),this.mark=t}get domAttrs(){return this.mark.attrs}static of(e,t){let i=new n(t||document.createElement(e.tagName),e);return t||(i.flags|=4),i}},Kn=class n extends ve{constructor(e,t){super(e,t.length),this.text=t}sync(e){this.flags&2||(super.sync(e),this.dom.nodeValue!=this.text&&(e&&e.node==this.dom&&(e.written=!0),this.dom.nodeValue=this.text))}isText(){return!0}toString(){return JSON.stringify(this.text)}coordsIn(e,t,i){let s=this.dom.nodeValue.length;e>s&&(e=s);let r=e,o=e,a=0;e==0&&t<0||e==s&&t>=0?L.chrome||L.gecko||(e?(r--,a=1):o<s&&(o++,a=-1)):t<0?r--:o<s&&o++;let l=Os(this.dom,r,o).getClientRects();if(!l.length)return null;let h=l[(a?a<0:t>=0)?0:l.length-1];return L.safari&&!a&&h.width==0&&(h=Array.prototype.find.call(l,c=>c.width)||h),i==null?h:fo(h,(a?a>0:t<0)==i)}static of(e,t){let i=new n(t||document.createTextNode(e),e);return t||(i.flags|=2),i}},Xn=class n extends ve{constructor(e,t,i,s){super(e,t,s),this.widget=i}isWidget(){return!0}get isHidden(){return this.widget.isHidden}covers(e){return this.flags&48?!1:(this.flags&(e<0?64:128))>0}coordsIn(e,t){return this.coordsInWidget(e,t,!1)}coordsInWidget(e,t,i){let s=this.widget.coordsAt(this.dom,e,t);if(s)return s;if(i)return fo(this.dom.getBoundingClientRect(),this.length?e==0:t<=0);{let r=this.dom.getClientRects(),o=null;if(!r.length)return null;let a=this.flags&16?!0:this.flags&32?!1:e>0;for(let l=a?r.length-1:0;o=r[l],!(e>0?l==0:l==r.length-1||o.top<o.bottom);l+=a?-1:1);return fo(o,!a)}}get overrideDOMText(){if(!this.length)return j.empty;let{root:e}=this;if(!e)return j.empty;let t=this.posAtStart;return e.view.state.doc.slice(t,t+this.length)}destroy(){super.destroy(),this.widget.destroy(this.dom)}static of(e,t,i,s,r){return r||(r=e.toDOM(t),e.editable||(r.contentEditable="false")),new n(r,i,e,s)}},Bi=class extends ve{constructor(e){let t=document.createElement("img");t.className="cm-widgetBuffer",t.setAttribute("aria-hidden","true"),super(t,0,e)}get isHidden(){return!0}get overrideDOMText(){return j.empty}coordsIn(e,t,i){let s=this.dom.getBoundingClientRect();return i==null?s:fo(s,t>0==i)}},xh=class{constructor(e){this.index=0,this.beforeBreak=!1,this.parents=[],this.tile=e}advance(e,t,i){let{tile:s,index:r,beforeBreak:o,parents:a}=this;for(;e||t>0;)if(s.isComposite())if(o){if(!e)break;i&&i.break(),e--,o=!1}else if(r==s.children.length){if(!e&&!a.length)break;i&&i.leave(s),o=!!s.breakAfter,{tile:s,index:r}=a.pop(),r++}else{let l=s.children[r],h=l.breakAfter;(t>0?l.length<=e:l.length<e)&&(!i||i.skip(l,0,l.length)!==!1||!l.isComposite)?(o=!!h,r++,e-=l.length):(a.push({tile:s,index:r}),s=l,r=0,i&&l.isComposite()&&i.enter(l))}else{let l=s.length;if(r<l&&e){let h=Math.min(e,l-r);i&&i.skip(s,r,r+h),e-=h,r+=h}if(r==l)o=!!s.breakAfter,{tile:s,index:r}=a.pop(),r++;else if(!e)break}return this.tile=s,this.index=r,this.beforeBreak=o,this}get root(){return this.parents.length?this.parents[0].tile:this.tile}},Sh=class{constructor(e,t,i,s){this.from=e,this.to=t,this.wrapper=i,this.rank=s}},Ch=class{constructor(e,t,i){this.cache=e,this.root=t,this.blockWrappers=i,this.curLine=null,this.lastBlock=null,this.afterWidget=null,this.pos=0,this.wrappers=[],this.wrapperPos=0}addText(e,t,i,s){var r;this.flushBuffer();let o=this.ensureMarks(t,i),a=o.lastChild;if(a&&a.isText()&&!(a.flags&8)&&a.length+e.length<512){this.cache.reused.set(a,2);let l=o.children[o.children.length-1]=new Kn(a.dom,a.text+e);l.parent=o}else o.append(s||Kn.of(e,(r=this.cache.find(Kn))===null||r===void 0?void 0:r.dom));this.pos+=e.length,this.afterWidget=null}addComposition(e,t){let i=this.curLine;i.dom!=t.line.dom&&(i.setDOM(this.cache.reused.has(t.line)?oh(t.line.dom):t.line.dom),this.cache.reused.set(t.line,2));let s=i;for(let a=t.marks.length-1;a>=0;a--){let l=t.marks[a],h=s.lastChild;if(h instanceof it&&h.mark.eq(l.mark))h.dom!=l.dom&&h.setDOM(oh(l.dom)),s=h;else{let{dom:c}=l;this.cache.reused.get(l)&&ve.get(l.dom)&&(c=oh(l.dom));let d=it.of(l.mark,c);s.append(d),s=d}this.cache.reused.set(l,2)}let r=ve.get(e.text);r&&this.cache.reused.set(r,2);let o=new Kn(e.text,e.text.nodeValue);o.flags|=8,this.pos=e.range.toB,s.append(o)}addInlineWidget(e,t,i){let s=this.afterWidget&&e.flags&48&&(this.afterWidget.flags&48)==(e.flags&48);s||this.flushBuffer();let r=this.ensureMarks(t,i);!s&&!(e.flags&16)&&r.append(this.getBuffer(1)),r.append(e),this.pos+=e.length,this.afterWidget=e}addMark(e,t,i){this.flushBuffer(),this.ensureMarks(t,i).append(e),this.pos+=e.length,this.afterWidget=null}addBlockWidget(e){this.getBlockPos().append(e),this.pos+=e.length,this.lastBlock=e,this.endLine()}continueWidget(e){let t=this.afterWidget||this.lastBlock;t.length+=e,this.pos+=e}addLineStart(e,t){var i;e||(e=im);let s=Li.start(e,t||((i=this.cache.find(Li))===null||i===void 0?void 0:i.dom),!!t);this.getBlockPos().append(this.lastBlock=this.curLine=s)}addLine(e){this.getBlockPos().append(e),this.pos+=e.length,this.lastBlock=e,this.endLine()}addBreak(){this.lastBlock.flags|=1,this.endLine(),this.pos++}addLineStartIfNotCovered(e){this.blockPosCovered()||this.addLineStart(e)}ensureLine(e){this.curLine||this.addLineStart(e)}ensureMarks(e,t){var i;let s=this.curLine;for(let r=e.length-1;r>=0;r--){let o=e[r],a;if(t>0&&(a=s.lastChild)&&a instanceof it&&a.mark.eq(o))s=a,t--;else{let l=it.of(o,(i=this.cache.find(it,h=>h.mark.eq(o)))===null||i===void 0?void 0:i.dom);s.append(l),s=l,t=0}}return s}endLine(){if(this.curLine){this.flushBuffer();let e=this.curLine.lastChild;(!e||!tp(this.curLine,!1)||e.dom.nodeName!="BR"&&e.isWidget()&&!(L.ios&&tp(this.curLine,!0)))&&this.curLine.append(this.cache.findWidget(ah,0,32)||new Xn(ah.toDOM(),0,ah,32)),this.curLine=this.afterWidget=null}}updateBlockWrappers(){this.wrapperPos>this.pos+1e4&&(this.blockWrappers.goto(this.pos),this.wrappers.length=0);for(let e=this.wrappers.length-1;e>=0;e--)this.wrappers[e].to<this.pos&&this.wrappers.splice(e,1);for(let e=this.blockWrappers;e.value&&e.from<=this.pos;e.next())if(e.to>=this.pos){let t=e.rank*102+e.value.rank,i=new Sh(e.from,e.to,e.value,t),s=this.wrappers.length;for(;s>0&&(this.wrappers[s-1].rank-i.rank||this.wrappers[s-1].to-i.to)<0;)s--;this.wrappers.splice(s,0,i)}this.wrapperPos=this.pos}getBlockPos(){var e;this.updateBlockWrappers();let t=this.root;for(let i of this.wrappers){let s=t.lastChild;if(i.from<this.pos&&s instanceof rn&&s.wrapper.eq(i.wrapper))t=s;else{let r=rn.of(i.wrapper,(e=this.cache.find(rn,o=>o.wrapper.eq(i.wrapper)))===null||e===void 0?void 0:e.dom);t.append(r),t=r}}return t}blockPosCovered(){let e=this.lastBlock;return e!=null&&!e.breakAfter&&(!e.isWidget()||(e.flags&160)>0)}getBuffer(e){let t=2|(e<0?16:32),i=this.cache.find(Bi,void 0,1);return i&&(i.flags=t),i||new Bi(t)}flushBuffer(){this.afterWidget&&!(this.afterWidget.flags&32)&&(this.afterWidget.parent.append(this.getBuffer(-1)),this.afterWidget=null)}},Ah=class{constructor(e){this.skipCount=0,this.text="",this.textOff=0,this.cursor=e.iter()}skip(e){this.textOff+e<=this.text.length?this.textOff+=e:(this.skipCount+=e-(this.text.length-this.textOff),this.text="",this.textOff=0)}next(e){if(this.textOff==this.text.length){let{value:s,lineBreak:r,done:o}=this.cursor.next(this.skipCount);if(this.skipCount=0,o)throw new Error("Ran out of text content when drawing inline views");this.text=s;let a=this.textOff=Math.min(e,s.length);return r?null:s.slice(0,a)}let t=Math.min(this.text.length,this.textOff+e),i=this.text.slice(this.textOff,t);return this.textOff=t,i}},mo=[Xn,Li,Kn,it,Bi,rn,_i];for(let n=0;n<mo.length;n++)mo[n].bucket=n;var Th=class{constructor(e){this.view=e,this.buckets=mo.map(()=>[]),this.index=mo.map(()=>0),this.reused=new Map}add(e){let t=e.constructor.bucket,i=this.buckets[t];i.length<6?i.push(e):i[this.index[t]=(this.index[t]+1)%6]=e}find(e,t,i=2){let s=e.bucket,r=this.buckets[s],o=this.index[s];for(let a=0;a<r.length;a++){let l=(a+o)%r.length,h=r[l];if((!t||t(h))&&!this.reused.has(h))return r.splice(l,1),l<o&&this.index[s]--,this.reused.set(h,i),h}return null}findWidget(e,t,i){let s=this.buckets[0];if(s.length)for(let r=0,o=0;;r++){if(r==s.length){if(o)return null;o=1,r=0}let a=s[r];if(!this.reused.has(a)&&(o==0?a.widget.compare(e):a.widget.constructor==e.constructor&&e.updateDOM(a.dom,this.view,a.widget)))return s.splice(r,1),r<this.index[0]&&this.index[0]--,a.widget==e&&a.length==t&&(a.flags&497)==i?(this.reused.set(a,1),a):(this.reused.set(a,2),new Xn(a.dom,t,e,a.flags&-498|i))}}reuse(e){return this.reused.set(e,1),e}maybeReuse(e,t=2){if(!this.reused.has(e))return this.reused.set(e,t),e.dom}clear(){for(let e=0;e<this.buckets.length;e++)this.buckets[e].length=this.index[e]=0}},Mh=class{constructor(e,t,i,s,r){this.view=e,this.decorations=s,this.disallowBlockEffectsFor=r,this.openWidget=!1,this.openMarks=0,this.cache=new Th(e),this.text=new Ah(e.state.doc),this.builder=new Ch(this.cache,new _i(e,e.contentDOM),Q.iter(i)),this.cache.reused.set(t,2),this.old=new xh(t),this.reuseWalker={skip:(o,a,l)=>{if(this.cache.add(o),o.isComposite())return!1},enter:o=>this.cache.add(o),leave:()=>{},break:()=>{}}}run(e,t){let i=t&&this.getCompositionContext(t.text);for(let s=0,r=0,o=0;;){let a=o<e.length?e[o++]:null,l=a?a.fromA:this.old.root.length;if(l>s){let h=l-s;this.preserve(h,!o,!a),s=l,r+=h}if(!a)break;t&&a.fromA<=t.range.fromA&&a.toA>=t.range.toA?(this.forward(a.fromA,t.range.fromA,t.range.fromA<t.range.toA?1:-1),this.emit(r,t.range.fromB),this.builder.flushBuffer(),this.cache.clear(),this.builder.addComposition(t,i),this.text.skip(t.range.toB-t.range.fromB),this.forward(t.range.fromA,a.toA),this.emit(t.range.toB,a.toB)):(this.forward(a.fromA,a.toA),this.emit(r,a.toB)),r=a.toB,s=a.toA}return this.builder.curLine&&this.builder.endLine(),this.builder.root}preserve(e,t,i){let s=Gw(this.old),r=this.openMarks;this.old.advance(e,i?1:-1,{skip:(o,a,l)=>{if(o.isWidget())if(this.openWidget)this.builder.continueWidget(l-a);else{let h=l>0||a<o.length?Xn.of(o.widget,this.view,l-a,o.flags&496,this.cache.maybeReuse(o)):this.cache.reuse(o);h.flags&256?(h.flags&=-2,this.builder.addBlockWidget(h)):(this.builder.ensureLine(null),this.builder.addInlineWidget(h,s,r),r=s.length)}else if(o.isText())this.builder.ensureLine(null),!a&&l==o.length&&!this.cache.reused.has(o)?this.builder.addText(o.text,s,r,this.cache.reuse(o)):(this.cache.add(o),this.builder.addText(o.text.slice(a,l),s,r)),r=s.length;else if(o.isLine())o.flags&=-2,this.cache.reused.set(o,1),this.builder.addLine(o);else if(o instanceof Bi)this.cache.add(o);else if(o instanceof it)this.builder.ensureLine(null),this.builder.addMark(o,s,r),this.cache.reused.set(o,1),r=s.length;else return!1;this.openWidget=!1},enter:o=>{o.isLine()?this.builder.addLineStart(o.attrs,this.cache.maybeReuse(o)):(this.cache.add(o),o instanceof it&&s.unshift(o.mark)),this.openWidget=!1},leave:o=>{o.isLine()?s.length&&(s.length=r=0):o instanceof it&&(s.shift(),r=Math.min(r,s.length))},break:()=>{this.builder.addBreak(),this.openWidget=!1}}),this.text.skip(e)}emit(e,t){let i=null,s=this.builder,r=-1,o=Q.spans(this.decorations,e,t,{point:(a,l,h,c,d,f)=>{if(h instanceof Jn){if(this.disallowBlockEffectsFor[f]){if(h.block)throw new RangeError("Block decorations may not be specified via plugins");if(l>this.view.state.doc.lineAt(a).to)throw new RangeError("Decorations that replace line breaks may not be specified via plugins")}if(r=c.length,d>c.length)s.continueWidget(l-a);else{let p=h.widget||(h.block?Cn.block:Cn.inline),m=Uw(h),g=this.cache.findWidget(p,l-a,m)||Xn.of(p,this.view,l-a,m);h.block?(h.startSide>0&&s.addLineStartIfNotCovered(i),s.addBlockWidget(g)):(s.ensureLine(i),s.addInlineWidget(g,c,d))}i=null}else i=jw(i,h);l>a&&this.text.skip(l-a)},span:(a,l,h,c)=>{for(let d=a;d<l;){let f=this.text.next(Math.min(512,l-d));f==null?(s.addLineStartIfNotCovered(i),s.addBreak(),d++):(s.ensureLine(i),s.addText(f,h,d==a?c:h.length),d+=f.length),i=null}r=h.length}});r>-1&&(this.openWidget=o>r),this.openWidget||s.addLineStartIfNotCovered(i),this.openMarks=o}forward(e,t,i=1){t-e<=10?this.old.advance(t-e,i,this.reuseWalker):(this.old.advance(5,-1,this.reuseWalker),this.old.advance(t-e-10,-1),this.old.advance(5,i,this.reuseWalker))}getCompositionContext(e){let t=[],i=null;for(let s=e.parentNode;;s=s.parentNode){let r=ve.get(s);if(s==this.view.contentDOM)break;r instanceof it?t.push(r):r?.isLine()?i=r:r instanceof rn||(s.nodeName=="DIV"&&!i?i=new Li(s,im):i||t.push(it.of(new Es({tagName:s.nodeName.toLowerCase(),attributes:Tw(s)}),s)))}return i?{line:i,marks:t}:null}};function tp(n,e){let t=i=>{for(let s of i.children)if((e?s.isText():s.length)||t(s))return!0;return!1};return t(n)}function Uw(n){let e=n.isReplace?(n.startSide<0?64:0)|(n.endSide>0?128:0):n.startSide>0?32:16;return n.block&&(e|=256),e}var im={class:"cm-line"};function jw(n,e){let t=e.spec.attributes,i=e.spec.class;return!t&&!i||(n||(n={class:"cm-line"}),t&&rc(t,n),i&&(n.class+=" "+i)),n}function Gw(n){let e=[];for(let t=n.parents.length;t>1;t--){let i=t==n.parents.length?n.tile:n.parents[t].tile;i instanceof it&&e.push(i.mark)}return e}function oh(n){let e=ve.get(n);return e&&e.setDOM(n.cloneNode()),n}var Cn=class extends $e{constructor(e){super(),this.tag=e}eq(e){return e.tag==this.tag}toDOM(){return document.createElement(this.tag)}updateDOM(e){return e.nodeName.toLowerCase()==this.tag}get isHidden(){return!0}};Cn.inline=new Cn("span");Cn.block=new Cn("div");var ah=new class extends $e{toDOM(){return document.createElement("br")}get isHidden(){return!0}get editable(){return!0}},go=class{constructor(e){this.view=e,this.decorations=[],this.blockWrappers=[],this.dynamicDecorationMap=[!1],this.domChanged=null,this.hasComposition=null,this.editContextFormatting=I.none,this.lastCompositionAfterCursor=!1,this.minWidth=0,this.minWidthFrom=0,this.minWidthTo=0,this.impreciseAnchor=null,this.impreciseHead=null,this.forceSelection=!1,this.lastUpdate=Date.now(),this.updateDeco(),this.tile=new _i(e,e.contentDOM),this.updateInner([new Et(0,0,0,e.state.doc.length)],null)}update(e){var t;let i=e.changedRanges;this.minWidth>0&&i.length&&(i.every(({fromA:c,toA:d})=>d<this.minWidthFrom||c>this.minWidthTo)?(this.minWidthFrom=e.changes.mapPos(this.minWidthFrom,1),this.minWidthTo=e.changes.mapPos(this.minWidthTo,1)):this.minWidth=this.minWidthFrom=this.minWidthTo=0),this.updateEditContextFormatting(e);let s=-1;this.view.inputState.composing>=0&&!this.view.observer.editContext&&(!((t=this.domChanged)===null||t===void 0)&&t.newSel?s=this.domChanged.newSel.head:!tk(e.changes,this.hasComposition)&&!e.selectionSet&&(s=e.state.selection.main.head));let r=s>-1?Yw(this.view,e.changes,s):null;if(this.domChanged=null,this.hasComposition){let{from:c,to:d}=this.hasComposition;i=new Et(c,d,e.changes.mapPos(c,-1),e.changes.mapPos(d,1)).addToSet(i.slice())}this.hasComposition=r?{from:r.range.fromB,to:r.range.toB}:null,(L.ie||L.chrome)&&!r&&e&&e.state.doc.lines!=e.startState.doc.lines&&(this.forceSelection=!0);let o=this.decorations,a=this.blockWrappers;this.updateDeco();let l=Zw(o,this.decorations,e.changes);l.length&&(i=Et.extendWithRanges(i,l));let h=Qw(a,this.blockWrappers,e.changes);return h.length&&(i=Et.extendWithRanges(i,h)),r&&!i.some(c=>c.fromA<=r.range.fromA&&c.toA>=r.range.toA)&&(i=r.range.addToSet(i.slice())),this.tile.flags&2&&i.length==0?!1:(this.updateInner(i,r),e.transactions.length&&(this.lastUpdate=Date.now()),!0)}updateInner(e,t){this.view.viewState.mustMeasureContent=!0;let{observer:i}=this.view;i.ignore(()=>{if(t||e.length){let o=this.tile,a=new Mh(this.view,o,this.blockWrappers,this.decorations,this.dynamicDecorationMap);t&&ve.get(t.text)&&a.cache.reused.set(ve.get(t.text),2),this.tile=a.run(e,t),Eh(o,a.cache.reused)}this.tile.dom.style.height=this.view.viewState.contentHeight/this.view.scaleY+"px",this.tile.dom.style.flexBasis=this.minWidth?this.minWidth+"px":"";let r=L.chrome||L.ios?{node:i.selectionRange.focusNode,written:!1}:void 0;this.tile.sync(r),r&&(r.written||i.selectionRange.focusNode!=r.node||!this.tile.dom.contains(r.node))&&(this.forceSelection=!0),this.tile.dom.style.height=""});let s=[];if(this.view.viewport.from||this.view.viewport.to<this.view.state.doc.length)for(let r of this.tile.children)r.isWidget()&&r.widget instanceof Ss&&s.push(r.dom);i.updateGaps(s)}updateEditContextFormatting(e){this.editContextFormatting=this.editContextFormatting.map(e.changes);for(let t of e.transactions)for(let i of t.effects)i.is(Xp)&&(this.editContextFormatting=i.value)}updateSelection(e=!1,t=!1){(e||!this.view.observer.selectionRange.focusNode)&&this.view.observer.readSelectionRange();let{dom:i}=this.tile,s=this.view.root.activeElement,r=s==i,o=!r&&!(this.view.state.facet(sn)||i.tabIndex>-1)&&bs(i,this.view.observer.selectionRange)&&!(s&&i.contains(s));if(!(r||t||o))return;let a=this.forceSelection;this.forceSelection=!1;let l=this.view.state.selection.main,h,c;if(l.empty?c=h=this.inlineDOMNearPos(l.anchor,l.assoc||1):(c=this.inlineDOMNearPos(l.head,l.head==l.from?1:-1),h=this.inlineDOMNearPos(l.anchor,l.anchor==l.from?1:-1)),L.gecko&&l.empty&&!this.hasComposition&&Kw(h)){let f=document.createTextNode("");this.view.observer.ignore(()=>h.node.insertBefore(f,h.node.childNodes[h.offset]||null)),h=c=new $t(f,0),a=!0}let d=this.view.observer.selectionRange;(a||!d.focusNode||(!ws(h.node,h.offset,d.anchorNode,d.anchorOffset)||!ws(c.node,c.offset,d.focusNode,d.focusOffset))&&!this.suppressWidgetCursorChange(d,l))&&(this.view.observer.ignore(()=>{L.android&&L.chrome&&i.contains(d.focusNode)&&ek(d.focusNode,i)&&(i.blur(),i.focus({preventScroll:!0}));let f=Ps(this.view.root);if(f)if(l.empty){if(L.gecko){let p=Jw(h.node,h.offset);if(p&&p!=3){let m=(p==1?Bp:Ip)(h.node,h.offset);m&&(h=new $t(m.node,m.offset))}}f.collapse(h.node,h.offset),l.bidiLevel!=null&&f.caretBidiLevel!==void 0&&(f.caretBidiLevel=l.bidiLevel)}else if(f.extend){f.collapse(h.node,h.offset);try{f.extend(c.node,c.offset)}catch{}}else{let p=document.createRange();l.anchor>l.head&&([h,c]=[c,h]),p.setEnd(c.node,c.offset),p.setStart(h.node,h.offset),f.removeAllRanges(),f.addRange(p)}o&&this.view.root.activeElement==i&&(i.blur(),s&&s.focus())}),this.view.observer.setSelectionRange(h,c)),this.impreciseAnchor=h.precise?null:new $t(d.anchorNode,d.anchorOffset),this.impreciseHead=c.precise?null:new $t(d.focusNode,d.focusOffset)}suppressWidgetCursorChange(e,t){return this.hasComposition&&t.empty&&ws(e.focusNode,e.focusOffset,e.anchorNode,e.anchorOffset)&&this.posFromDOM(e.focusNode,e.focusOffset)==t.head}enforceCursorAssoc(){if(this.hasComposition)return;let{view:e}=this,t=e.state.selection.main,i=Ps(e.root),{anchorNode:s,anchorOffset:r}=e.observer.selectionRange;if(!i||!t.empty||!t.assoc||!i.modify)return;let o=this.lineAt(t.head,t.assoc);if(!o)return;let a=o.posAtStart;if(t.head==a||t.head==a+o.length)return;let l=this.coordsAt(t.head,-1),h=this.coordsAt(t.head,1);if(!l||!h||l.bottom>h.top)return;let c=this.domAtPos(t.head+t.assoc,t.assoc);i.collapse(c.node,c.offset),i.modify("move",t.assoc<0?"forward":"backward","lineboundary"),e.observer.readSelectionRange();let d=e.observer.selectionRange;e.docView.posFromDOM(d.anchorNode,d.anchorOffset)!=t.from&&i.collapse(s,r)}posFromDOM(e,t){let i=this.tile.nearest(e);if(!i)return this.tile.dom.compareDocumentPosition(e)&2?0:this.view.state.doc.length;let s=i.posAtStart;if(i.isComposite()){let r;if(e==i.dom)r=i.dom.childNodes[t];else{let o=on(e)==0?0:t==0?-1:1;for(;;){let a=e.parentNode;if(a==i.dom)break;o==0&&a.firstChild!=a.lastChild&&(e==a.firstChild?o=-1:o=1),e=a}o<0?r=e:r=e.nextSibling}if(r==i.dom.firstChild)return s;for(;r&&!ve.get(r);)r=r.nextSibling;if(!r)return s+i.length;for(let o=0,a=s;;o++){let l=i.children[o];if(l.dom==r)return a;a+=l.length+l.breakAfter}}else return i.isText()?e==i.dom?s+t:s+(t?i.length:0):s}domAtPos(e,t){let{tile:i,offset:s}=this.tile.resolveBlock(e,t);return i.isWidget()?i.domPosFor(s,t):i.domIn(s,t)}inlineDOMNearPos(e,t){let i,s=-1,r=!1,o,a=-1,l=!1;return this.tile.blockTiles((h,c)=>{if(h.isWidget()){if(h.flags&32&&c>=e)return!0;h.flags&16&&(r=!0)}else{let d=c+h.length;if(c<=e&&(i=h,s=e-c,r=d<e),d>=e&&!o&&(o=h,a=e-c,l=c>e),c>e&&o)return!0}}),!i&&!o?this.domAtPos(e,t):(r&&o?i=null:l&&i&&(o=null),i&&t<0||!o?i.domIn(s,t):o.domIn(a,t))}coordsAt(e,t,i){let{tile:s,offset:r}=this.tile.resolveBlock(e,t);return s.isWidget()?s.widget instanceof Ss?null:s.coordsInWidget(r,t,!0):s.coordsIn(r,t,i)}lineAt(e,t){let{tile:i}=this.tile.resolveBlock(e,t);return i.isLine()?i:null}coordsForChar(e){let{tile:t,offset:i}=this.tile.resolveBlock(e,1);if(!t.isLine())return null;function s(r,o){if(r.isComposite())for(let a of r.children){if(a.length>=o){let l=s(a,o);if(l)return l}if(o-=a.length,o<0)break}else if(r.isText()&&o<r.length){let a=Te(r.text,o);if(a==o)return null;let l=Os(r.dom,o,a).getClientRects();for(let h=0;h<l.length;h++){let c=l[h];if(h==l.length-1||c.top<c.bottom&&c.left<c.right)return c}}return null}return s(t,i)}measureVisibleLineHeights(e){let t=[],{from:i,to:s}=e,r=this.view.contentDOM.clientWidth,o=r>Math.max(this.view.scrollDOM.clientWidth,this.minWidth)+1,a=-1,l=this.view.textDirection==ie.LTR,h=0,c=(d,f,p)=>{for(let m=0;m<d.children.length&&!(f>s);m++){let g=d.children[m],y=f+g.length,v=g.dom.getBoundingClientRect(),{height:w}=v;if(p&&!m&&(h+=v.top-p.top),g instanceof rn)y>i&&c(g,f,v);else if(f>=i&&(h>0&&t.push(-h),t.push(w+h),h=0,o)){let k=g.dom.lastChild,x=k?so(k):[];if(x.length){let b=x[x.length-1],S=l?b.right-v.left:v.right-b.left;S>a&&(a=S,this.minWidth=r,this.minWidthFrom=f,this.minWidthTo=y)}}p&&m==d.children.length-1&&(h+=p.bottom-v.bottom),f=y+g.breakAfter}};return c(this.tile,0,null),t}textDirectionAt(e){let{tile:t}=this.tile.resolveBlock(e,1);return getComputedStyle(t.dom).direction=="rtl"?ie.RTL:ie.LTR}measureTextSize(){let e=this.tile.blockTiles(o=>{if(o.isLine()&&o.children.length&&o.length<=20){let a=0,l;for(let h of o.children){if(!h.isText()||/[^ -~]/.test(h.text))return;let c=so(h.dom);if(c.length!=1)return;a+=c[0].width,l=c[0].height}if(a)return{lineHeight:o.dom.getBoundingClientRect().height,charWidth:a/o.length,textHeight:l}}});if(e)return e;let t=document.createElement("div"),i,s,r;return t.className="cm-line",t.style.width="99999px",t.style.position="absolute",t.textContent="abc def ghi jkl mno pqr stu",this.view.observer.ignore(()=>{this.tile.dom.appendChild(t);let o=so(t.firstChild)[0];i=t.getBoundingClientRect().height,s=o&&o.width?o.width/27:7,r=o&&o.height?o.height:i,t.remove()}),{lineHeight:i,charWidth:s,textHeight:r}}computeBlockGapDeco(){let e=[],t=this.view.viewState;for(let i=0,s=0;;s++){let r=s==t.viewports.length?null:t.viewports[s],o=r?r.from-1:this.view.state.doc.length;if(o>i){let a=(t.lineBlockAt(o).bottom-t.lineBlockAt(i).top)/this.view.scaleY;e.push(I.replace({widget:new Ss(a),block:!0,inclusive:!0,isBlockGap:!0}).range(i,o))}if(!r)break;i=r.to+1}return I.set(e)}updateDeco(){let e=1,t=this.view.state.facet(Eo).map(r=>(this.dynamicDecorationMap[e++]=typeof r=="function")?r(this.view):r),i=!1,s=this.view.state.facet(uc).map((r,o)=>{let a=typeof r=="function";return a&&(i=!0),a?r(this.view):r});for(s.length&&(this.dynamicDecorationMap[e++]=i,t.push(Q.join(s))),this.decorations=[this.editContextFormatting,...t,this.computeBlockGapDeco(),this.view.viewState.lineGapDeco];e<this.decorations.length;)this.dynamicDecorationMap[e++]=!1;this.blockWrappers=this.view.state.facet(Qp).map(r=>typeof r=="function"?r(this.view):r)}scrollIntoView(e){if(e.isSnapshot){let h=this.view.viewState.lineBlockAt(e.range.head);this.view.scrollDOM.scrollTop=h.top-e.yMargin,this.view.scrollDOM.scrollLeft=e.xMargin;return}for(let h of this.view.state.facet(Jp))try{if(h(this.view,e.range,e))return!0}catch(c){qe(this.view.state,c,"scroll handler")}let{range:t}=e,i=this.coordsAt(t.head,t.assoc||(t.head>t.anchor?-1:1)),s;if(!i)return;!t.empty&&(s=this.coordsAt(t.anchor,t.anchor>t.head?-1:1))&&(i={left:Math.min(i.left,s.left),top:Math.min(i.top,s.top),right:Math.max(i.right,s.right),bottom:Math.max(i.bottom,s.bottom)});let r=dc(this.view),o={left:i.left-r.left,top:i.top-r.top,right:i.right+r.right,bottom:i.bottom+r.bottom},{offsetWidth:a,offsetHeight:l}=this.view.scrollDOM;if(Dw(this.view.scrollDOM,o,t.head<t.anchor?-1:1,e.x,e.y,Math.max(Math.min(e.xMargin,a),-a),Math.max(Math.min(e.yMargin,l),-l),this.view.textDirection==ie.LTR),window.visualViewport&&window.innerHeight-window.visualViewport.height>1&&(i.top>window.visualViewport.offsetTop+window.visualViewport.height||i.bottom<window.visualViewport.offsetTop)){let h=this.view.docView.lineAt(t.head,1);if(h){let c=Op(h.dom);h.dom.scrollIntoView({block:"nearest"}),Rp(c,!1)}}}lineHasWidget(e){let t=i=>i.isWidget()||i.children.some(t);return t(this.tile.resolveBlock(e,1).tile)}destroy(){Eh(this.tile)}};function Eh(n,e){let t=e?.get(n);if(t!=1){t==null&&n.destroy();for(let i of n.children)Eh(i,e)}}function Kw(n){return Be(n.node)&&n.node.firstChild&&(n.offset==0||n.node.childNodes[n.offset-1].contentEditable=="false")&&(n.offset==n.node.childNodes.length||n.node.childNodes[n.offset].contentEditable=="false")}function sm(n,e){let t=n.observer.selectionRange;if(!t.focusNode)return null;let i=Bp(t.focusNode,t.focusOffset),s=Ip(t.focusNode,t.focusOffset),r=i||s;if(s&&i&&s.node!=i.node){let a=ve.get(s.node);if(!a||a.isText()&&a.text!=s.node.nodeValue)r=s;else if(n.docView.lastCompositionAfterCursor){let l=ve.get(i.node);!l||l.isText()&&l.text!=i.node.nodeValue||(r=s)}}if(n.docView.lastCompositionAfterCursor=r!=i,!r)return null;let o=e-r.offset;return{from:o,to:o+r.node.nodeValue.length,node:r.node}}function Yw(n,e,t){let i=sm(n,t);if(!i)return null;let{node:s,from:r,to:o}=i,a=s.nodeValue;if(/[\n\r]/.test(a)||n.state.doc.sliceString(i.from,i.to)!=a)return null;let l=e.invertedDesc;return{range:new Et(l.mapPos(r),l.mapPos(o),r,o),text:s}}function Jw(n,e){return Be(n)?(e&&n.childNodes[e-1].contentEditable=="false"?1:0)|(e<n.childNodes.length&&n.childNodes[e].contentEditable=="false"?2:0):0}var Xw=class{constructor(){this.changes=[]}compareRange(e,t){Ei(e,t,this.changes)}comparePoint(e,t){Ei(e,t,this.changes)}boundChange(e){Ei(e,e,this.changes)}};function Zw(n,e,t){let i=new Xw;return Q.compare(n,e,t,i),i.changes}var Dh=class{constructor(){this.changes=[]}compareRange(e,t){Ei(e,t,this.changes)}comparePoint(){}boundChange(e){Ei(e,e,this.changes)}};function Qw(n,e,t){let i=new Dh;return Q.compare(n,e,t,i),i.changes}function ek(n,e){for(let t=n;t&&t!=e;t=t.assignedSlot||t.parentNode)if(Be(t)&&t.contentEditable=="false")return!0;return!1}function tk(n,e){let t=!1;return e&&n.iterChangedRanges((i,s)=>{i<e.to&&s>e.from&&(t=!0)}),t}var Ss=class extends $e{constructor(e){super(),this.height=e}toDOM(){let e=document.createElement("div");return e.className="cm-gap",this.updateDOM(e),e}eq(e){return e.height==this.height}updateDOM(e){return e.style.height=this.height+"px",!0}get editable(){return!0}get estimatedHeight(){return this.height}ignoreEvent(){return!1}};function nk(n,e,t=1){let i=n.charCategorizer(e),s=n.doc.lineAt(e),r=e-s.from;if(s.length==0)return A.cursor(e);r==0?t=1:r==s.length&&(t=-1);let o=r,a=r;t<0?o=Te(s.text,r,!1):a=Te(s.text,r);let l=i(s.text.slice(o,a));for(;o>0;){let h=Te(s.text,o,!1);if(i(s.text.slice(h,o))!=l)break;o=h}for(;a<s.length;){let h=Te(s.text,a);if(i(s.text.slice(a,h))!=l)break;a=h}return A.undirectionalRange(o+s.from,a+s.from)}function ik(n,e,t,i,s){let r=Math.round((i-e.left)*n.defaultCharacterWidth);if(n.lineWrapping&&t.height>n.defaultLineHeight*1.5){let a=n.viewState.heightOracle.textHeight,l=Math.floor((s-t.top-(n.defaultLineHeight-a)*.5)/a);r+=l*n.viewState.heightOracle.lineLength}let o=n.state.sliceDoc(t.from,t.to);return t.from+Hf(o,r,n.state.tabSize)}function Ph(n,e,t){let i=n.lineBlockAt(e);if(Array.isArray(i.type)){let s;for(let r of i.type){if(r.from>e)break;if(!(r.to<e)){if(r.from<e&&r.to>e)return r;(!s||r.type==Ne.Text&&(s.type!=r.type||(t<0?r.from<e:r.to>e)))&&(s=r)}}return s||i}return i}function sk(n,e,t,i){let s=Ph(n,e.head,e.assoc||-1),r=!i||s.type!=Ne.Text||!(n.lineWrapping||s.widgetLineBreaks)?null:n.coordsAtPos(e.assoc<0&&e.head>s.from?e.head-1:e.head);if(r){let o=n.dom.getBoundingClientRect(),a=n.textDirectionAt(s.from),l=n.posAndSideAtCoords({x:t==(a==ie.LTR)?o.right-1:o.left+1,y:(r.top+r.bottom)/2});if(l)return A.cursor(l.pos,l.assoc)}return A.cursor(t?s.to:s.from,t?1:-1)}function np(n,e,t,i){let s=n.state.doc.lineAt(e.head),r=n.bidiSpans(s),o=n.textDirectionAt(s.from);for(let a=e,l=null;;){let h=Nw(s,r,o,a,t),c=Hp;if(!h){if(s.number==(t?n.state.doc.lines:1))return a;c=`
`,s=n.state.doc.line(s.number+(t?1:-1)),r=n.bidiSpans(s),h=t?A.cursor(s.from,-1):A.cursor(s.to,1)}if(l){if(!l(c))return a}else{if(!i)return h;l=i(c)}a=h}}function rk(n,e,t){let i=n.state.charCategorizer(e),s=i(t);return r=>{let o=i(r);return s==pe.Space&&(s=o),s==o}}function ok(n,e,t,i){let s=e.head,r=t?1:-1;if(s==(t?n.state.doc.length:0))return A.cursor(s,e.assoc);let o=e.goalColumn,a,l=n.contentDOM.getBoundingClientRect(),h=n.coordsAtPos(s,e.assoc||((e.empty?t:e.head==e.from)?1:-1)),c=n.documentTop;if(h)o==null&&(o=h.left-l.left),a=r<0?h.top:h.bottom;else{let m=n.viewState.lineBlockAt(s);o==null&&(o=Math.min(l.right-l.left,n.defaultCharacterWidth*(s-m.from))),a=(r<0?m.top:m.bottom)+c}let d=l.left+o,f=n.viewState.heightOracle.textHeight>>1,p=i??f;for(let m=0;;m+=f){let g=a+(p+m)*r,y=Oh(n,{x:d,y:g},!1,r);if(t?g>l.bottom:g<l.top)return A.cursor(y.pos,y.assoc);let v=n.coordsAtPos(y.pos,y.assoc),w=v?(v.top+v.bottom)/2:0;if(!v||(t?w>a:w<a))return A.cursor(y.pos,y.assoc,void 0,o)}}function Cs(n,e,t){for(;;){let i=0;for(let s of n)s.between(e-1,e+1,(r,o,a)=>{if(e>r&&e<o){let l=i||t||(e-r<o-e?-1:1);e=l<0?r:o,i=l}});if(!i)return e}}function rm(n,e){let t=null;for(let i=0;i<e.ranges.length;i++){let s=e.ranges[i],r=null;if(s.empty){let o=Cs(n,s.from,0);o!=s.from&&(r=A.cursor(o,-1))}else{let o=Cs(n,s.from,-1),a=Cs(n,s.to,1);(o!=s.from||a!=s.to)&&(s.undirectional?r=A.undirectionalRange(s.from,s.to):r=A.range(s.from==s.anchor?o:a,s.from==s.head?o:a))}r&&(t||(t=e.ranges.slice()),t[i]=r)}return t?A.create(t,e.mainIndex):e}function lh(n,e,t){let i=Cs(n.state.facet(Rs).map(s=>s(n)),t.from,e.head>t.from?-1:1);return i==t.from?t:A.cursor(i,i<t.from?1:-1)}var wt=class{constructor(e,t){this.pos=e,this.assoc=t}};function Oh(n,e,t,i){let s=n.contentDOM.getBoundingClientRect(),r=s.top+n.viewState.paddingTop,{x:o,y:a}=e,l=a-r,h;for(;;){if(l<0)return new wt(0,1);if(l>n.viewState.docHeight)return new wt(n.state.doc.length,-1);if(h=n.elementAtHeight(l),i==null)break;if(h.type==Ne.Text){if(i<0?h.to<n.viewport.from:h.from>n.viewport.to)break;let f=n.docView.coordsAt(i<0?h.from:h.to,i>0?-1:1);if(f&&(i<0?f.top<=l+r:f.bottom>=l+r))break}let d=n.viewState.heightOracle.textHeight/2;l=i>0?h.bottom+d:h.top-d}if(n.viewport.from>=h.to||n.viewport.to<=h.from){if(t)return null;if(h.type==Ne.Text){let d=ik(n,s,h,o,a);return new wt(d,d==h.from?1:-1)}}if(h.type!=Ne.Text)return l<(h.top+h.bottom)/2?new wt(h.from,1):new wt(h.to,-1);let c=n.docView.lineAt(h.from,2);return(!c||c.length!=h.length)&&(c=n.docView.lineAt(h.from,-2)),new Rh(n,o,a,n.textDirectionAt(h.from)).scanTile(c,h.from)}var Rh=class{constructor(e,t,i,s){this.view=e,this.x=t,this.y=i,this.baseDir=s,this.line=null,this.spans=null}bidiSpansAt(e){return(!this.line||this.line.from>e||this.line.to<e)&&(this.line=this.view.state.doc.lineAt(e),this.spans=this.view.bidiSpans(this.line)),this}baseDirAt(e,t){let{line:i,spans:s}=this.bidiSpansAt(e);return s[kt.find(s,e-i.from,-1,t)].level==this.baseDir}dirAt(e,t){let{line:i,spans:s}=this.bidiSpansAt(e);return s[kt.find(s,e-i.from,-1,t)].dir}bidiIn(e,t){let{spans:i,line:s}=this.bidiSpansAt(e);return i.length>1||i.length&&(i[0].level!=this.baseDir||i[0].to+s.from<t)}scan(e,t,i=!1){let s=0,r=e.length-1,o=new Set,a=this.bidiIn(e[0],e[r]),l,h,c=-1,d=1e9,f;e:for(;s<r;){let m=r-s,g=s+r>>1;t:if(o.has(g)){for(let w=1;w<m;w++){let k=g+w;if(k>=r&&(k-=m),!o.has(k)){g=k;break t}}break e}o.add(g);let y=t(g),v=0;if(y)for(let w=0;w<y.length;w++){let k=y[w];if(!(k.width==0&&y.length>1))if(k.bottom<this.y)(!l||l.bottom<k.bottom)&&(l=k),v=1;else if(k.top>this.y)(!h||h.top>k.top)&&(h=k),v=-1;else{let x=k.left>this.x?this.x-k.left:k.right<this.x?this.x-k.right:0,b=Math.abs(x);b<d&&(c=g,d=b,f=k),x&&(v=x<0==(this.baseDir==ie.LTR)?-1:1)}}v==-1&&(!a||this.baseDirAt(e[g],1))?r=g:v==1&&(!a||this.baseDirAt(e[g+1],-1))&&(s=g+1)}if(!f){if(!h&&!l)return{i:0,after:!1};let m=l&&(!h||this.y-l.bottom<h.top-this.y)?l:h;return this.y=(m.top+m.bottom)/2,this.scan(e,t,!0)}if(d&&!i){let{top:m,bottom:g}=f;if(l&&l.bottom>(m+m+g)/3)return this.y=l.bottom-1,this.scan(e,t,!0);if(h&&h.top<(m+g+g)/3)return this.y=h.top+1,this.scan(e,t,!0)}let p=(a?this.dirAt(e[c],1):this.baseDir)==ie.LTR;return{i:c,after:this.x>(f.left+f.right)/2==p}}scanText(e,t){let i=[];for(let r=0;r<e.length;r=Te(e.text,r))i.push(t+r);i.push(t+e.length);let s=this.scan(i,r=>{let o=i[r]-t,a=i[r+1]-t;return Os(e.dom,o,a).getClientRects()});return s.after?new wt(i[s.i+1],-1):new wt(i[s.i],1)}scanTile(e,t){if(!e.length)return new wt(t,1);if(e.children.length==1){let a=e.children[0];if(a.isText())return this.scanText(a,t);if(a.isComposite())return this.scanTile(a,t)}let i=[t];for(let a=0,l=t;a<e.children.length;a++)i.push(l+=e.children[a].length);let s=this.scan(i,a=>{let l=e.children[a];return l.flags&48?null:(Be(l.dom)?l.dom:Os(l.dom,0,l.length)).getClientRects()}),r=e.children[s.i],o=i[s.i];return r.isText()?this.scanText(r,o):r.isComposite()?this.scanTile(r,o):s.after?new wt(i[s.i+1],-1):new wt(o,1)}},Si="￿",_h=class{constructor(e,t){this.points=e,this.view=t,this.text="",this.lineSeparator=t.state.facet(te.lineSeparator)}append(e){this.text+=e}lineBreak(){this.text+=Si}readRange(e,t){if(!e)return this;let i=e.parentNode;for(let s=e;;){this.findPointBefore(i,s);let r=this.text.length;this.readNode(s);let o=ve.get(s),a=s.nextSibling;if(a==t){o?.breakAfter&&!a&&i!=this.view.contentDOM&&this.lineBreak();break}let l=ve.get(a);(o&&l?o.breakAfter:(o?o.breakAfter:uo(s))||uo(a)&&(s.nodeName!="BR"||o?.isWidget())&&this.text.length>r)&&!lk(a,t)&&this.lineBreak(),s=a}return this.findPointBefore(i,t),this}readTextNode(e){let t=e.nodeValue;for(let i of this.points)i.node==e&&(i.pos=this.text.length+Math.min(i.offset,t.length));for(let i=0,s=this.lineSeparator?null:/\r\n?|\n/g;;){let r=-1,o=1,a;if(this.lineSeparator?(r=t.indexOf(this.lineSeparator,i),o=this.lineSeparator.length):(a=s.exec(t))&&(r=a.index,o=a[0].length),this.append(t.slice(i,r<0?t.length:r)),r<0)break;if(this.lineBreak(),o>1)for(let l of this.points)l.node==e&&l.pos>this.text.length&&(l.pos-=o-1);i=r+o}}readNode(e){let t=ve.get(e),i=t&&t.overrideDOMText;if(i!=null){this.findPointInside(e,i.length);for(let s=i.iter();!s.next().done;)s.lineBreak?this.lineBreak():this.append(s.value)}else Pi(e)?this.readTextNode(e):e.nodeName=="BR"?e.nextSibling&&this.lineBreak():Be(e)&&this.readRange(e.firstChild,null)}findPointBefore(e,t){for(let i of this.points)i.node==e&&e.childNodes[i.offset]==t&&(i.pos=this.text.length)}findPointInside(e,t){for(let i of this.points)(Pi(e)?i.node==e:e.contains(i.node))&&(i.pos=this.text.length+(ak(e,i.node,i.offset)?t:0))}};function ak(n,e,t){for(;;){if(!e||t<on(e))return!1;if(e==n)return!0;t=Sn(e)+1,e=e.parentNode}}function lk(n,e){let t;for(;!(n==e||!n);n=n.nextSibling){let i=ve.get(n);if(!i?.isWidget())return!1;i&&(t||(t=[])).push(i)}if(t)for(let i of t){let s=i.overrideDOMText;if(s?.length)return!1}return!0}var yo=class{constructor(e,t){this.node=e,this.offset=t,this.pos=-1}},Lh=class{constructor(e,t,i,s){this.typeOver=s,this.bounds=null,this.text="",this.domChanged=t>-1;let{impreciseHead:r,impreciseAnchor:o}=e.docView,a=e.state.selection;if(e.state.readOnly&&t>-1)this.newSel=null;else if(t>-1&&(this.bounds=om(e.docView.tile,t,i,0))){let l=r||o?[]:ck(e),h=new _h(l,e);h.readRange(this.bounds.startDOM,this.bounds.endDOM),this.text=h.text,this.newSel=uk(l,this.bounds.from)}else{let l=e.observer.selectionRange,h=r&&r.node==l.focusNode&&r.offset==l.focusOffset||!gh(e.contentDOM,l.focusNode)?a.main.head:e.docView.posFromDOM(l.focusNode,l.focusOffset),c=o&&o.node==l.anchorNode&&o.offset==l.anchorOffset||!gh(e.contentDOM,l.anchorNode)?a.main.anchor:e.docView.posFromDOM(l.anchorNode,l.anchorOffset),d=e.viewport;if((L.ios||L.chrome)&&h!=c&&Math.min(h,c)<=a.main.from&&Math.max(h,c)>=a.main.to&&(d.from>0||d.to<e.state.doc.length)){let f=Math.min(h,c),p=Math.max(h,c),m=d.from-f,g=d.to-p;(m==0||m==1||f==0)&&(g==0||g==-1||p==e.state.doc.length)&&(h=0,c=e.state.doc.length)}if(e.inputState.composing>-1&&a.ranges.length>1)this.newSel=a.replaceRange(A.range(c,h));else if(e.lineWrapping&&c==h&&!(a.main.empty&&a.main.head==h)&&e.inputState.lastTouchTime>Date.now()-100){let f=e.coordsAtPos(h,-1),p=0;f&&(p=e.inputState.lastTouchY<=f.bottom?-1:1),this.newSel=A.create([A.cursor(h,p)])}else this.newSel=A.single(c,h)}}};function om(n,e,t,i){if(n.isComposite()){let s=-1,r=-1,o=-1,a=-1;for(let l=0,h=i,c=i;l<n.children.length;l++){let d=n.children[l],f=h+d.length;if(h<e&&f>t)return om(d,e,t,h);if(f>=e&&s==-1&&(s=l,r=h),h>t&&d.dom.parentNode==n.dom){o=l,a=c;break}c=f,h=f+d.breakAfter}return{from:r,to:a<0?i+n.length:a,startDOM:(s?n.children[s-1].dom.nextSibling:null)||n.dom.firstChild,endDOM:o<n.children.length&&o>=0?n.children[o].dom:null}}else return n.isText()?{from:i,to:i+n.length,startDOM:n.dom,endDOM:n.dom.nextSibling}:null}function am(n,e){let t,{newSel:i}=e,{state:s}=n,r=s.selection.main,o=n.inputState.lastKeyTime>Date.now()-100?n.inputState.lastKeyCode:-1;if(e.bounds){let{from:a,to:l}=e.bounds,h=r.from,c=null;(o===8||L.android&&e.text.length<l-a)&&(h=r.to,c="end");let d=s.doc.sliceString(a,l,Si),f,p;!r.empty&&r.from>=a&&r.to<=l&&(e.typeOver||d!=e.text)&&d.slice(0,r.from-a)==e.text.slice(0,r.from-a)&&d.slice(r.to-a)==e.text.slice(f=e.text.length-(d.length-(r.to-a)))?t={from:r.from,to:r.to,insert:j.of(e.text.slice(r.from-a,f).split(Si))}:(p=lm(d,e.text,h-a,c))&&(L.chrome&&o==13&&p.toB==p.from+2&&e.text.slice(p.from,p.toB)==Si+Si&&p.toB--,t={from:a+p.from,to:a+p.toA,insert:j.of(e.text.slice(p.from,p.toB).split(Si))})}else i&&(!n.hasFocus&&s.facet(sn)||Bh(i,r))&&(i=null);if(!t&&!i)return!1;if((L.mac||L.android)&&t&&t.from==t.to&&t.from==r.head-1&&/^\. ?$/.test(t.insert.toString())&&n.contentDOM.getAttribute("autocorrect")=="off"?(i&&t.insert.length==2&&(i=A.single(i.main.anchor-1,i.main.head-1)),t={from:t.from,to:t.to,insert:j.of([t.insert.toString().replace("."," ")])}):s.doc.lineAt(r.from).to<r.to&&n.docView.lineHasWidget(r.to)&&n.inputState.insertingTextAt>Date.now()-50?t={from:r.from,to:r.to,insert:s.toText(n.inputState.insertingText)}:L.chrome&&t&&t.from==t.to&&t.from==r.head&&t.insert.toString()==`
 `&&n.lineWrapping&&(i&&(i=A.single(i.main.anchor-1,i.main.head-1)),t={from:r.from,to:r.to,insert:j.of([" "])}),t)return fc(n,t,i,o);if(i&&!Bh(i,r)){let a=!1,l="select";return n.inputState.lastSelectionTime>Date.now()-50&&(n.inputState.lastSelectionOrigin=="select"&&(a=!0),l=n.inputState.lastSelectionOrigin,l=="select.pointer"&&(i=rm(s.facet(Rs).map(h=>h(n)),i))),n.dispatch({selection:i,scrollIntoView:a,userEvent:l}),!0}else return!1}function fc(n,e,t,i=-1){if(L.ios&&n.inputState.flushIOSKey(e))return!0;let s=n.state.selection.main;if(L.android&&(e.to==s.to&&(e.from==s.from||e.from==s.from-1&&n.state.sliceDoc(e.from,s.from)==" ")&&e.insert.length==1&&e.insert.lines==2&&Di(n.contentDOM,"Enter",13)||(e.from==s.from-1&&e.to==s.to&&e.insert.length==0||i==8&&e.insert.length<e.to-e.from&&e.to>s.head)&&Di(n.contentDOM,"Backspace",8)||e.from==s.from&&e.to==s.to+1&&e.insert.length==0&&Di(n.contentDOM,"Delete",46)))return!0;let r=e.insert.toString();n.inputState.composing>=0&&n.inputState.composing++;let o,a=()=>o||(o=hk(n,e,t));return n.state.facet(jp).some(l=>l(n,e.from,e.to,r,a))||n.dispatch(a()),!0}function hk(n,e,t){let i,s=n.state,r=s.selection.main,o=-1;if(e.from==e.to&&e.from<r.from||e.from>r.to){let l=e.from<r.from?-1:1,h=l<0?r.from:r.to,c=Cs(s.facet(Rs).map(d=>d(n)),h,l);e.from==c&&(o=c)}if(o>-1)i={changes:e,selection:A.cursor(e.from+e.insert.length,-1)};else if(e.from>=r.from&&e.to<=r.to&&e.to-e.from>=(r.to-r.from)/3&&(!t||t.main.empty&&t.main.from==e.from+e.insert.length)&&n.inputState.composing<0){let l=r.from<e.from?s.sliceDoc(r.from,e.from):"",h=r.to>e.to?s.sliceDoc(e.to,r.to):"";i=s.replaceSelection(n.state.toText(l+e.insert.sliceString(0,void 0,n.state.lineBreak)+h))}else{let l=s.changes(e),h=t&&t.main.to<=l.newLength?t.main:void 0;if(s.selection.ranges.length>1&&(n.inputState.composing>=0||n.inputState.compositionPendingChange)&&e.to<=r.to+10&&e.to>=r.to-10){let c=n.state.sliceDoc(e.from,e.to),d,f=t&&sm(n,t.main.head);if(f){let m=e.insert.length-(e.to-e.from);d={from:f.from,to:f.to-m}}else d=n.state.doc.lineAt(r.head);let p=r.to-e.to;i=s.changeByRange(m=>{if(m.from==r.from&&m.to==r.to)return{changes:l,range:h||m.map(l)};let g=m.to-p,y=g-c.length;if(n.state.sliceDoc(y,g)!=c||g>=d.from&&y<=d.to)return{range:m};let v=s.changes({from:y,to:g,insert:e.insert}),w=m.to-r.to;return{changes:v,range:h?A.range(Math.max(0,h.anchor+w),Math.max(0,h.head+w)):m.map(v)}})}else i={changes:l,selection:h&&s.selection.replaceRange(h)}}let a="input.type";return(n.composing||n.inputState.compositionPendingChange&&n.inputState.compositionEndedAt>Date.now()-50)&&(n.inputState.compositionPendingChange=!1,a+=".compose",n.inputState.compositionFirstChange&&(a+=".start",n.inputState.compositionFirstChange=!1)),s.update(i,{userEvent:a,scrollIntoView:!0})}function lm(n,e,t,i){let s=Math.min(n.length,e.length),r=0;for(;r<s&&n.charCodeAt(r)==e.charCodeAt(r);)r++;if(r==s&&n.length==e.length)return null;let o=n.length,a=e.length;for(;o>0&&a>0&&n.charCodeAt(o-1)==e.charCodeAt(a-1);)o--,a--;if(i=="end"){let l=Math.max(0,r-Math.min(o,a));t-=o+l-r}if(o<r&&n.length<e.length){let l=t<=r&&t>=o?r-t:0;r-=l,a=r+(a-o),o=r}else if(a<r){let l=t<=r&&t>=a?r-t:0;r-=l,o=r+(o-a),a=r}return{from:r,toA:o,toB:a}}function ck(n){let e=[];if(n.root.activeElement!=n.contentDOM)return e;let{anchorNode:t,anchorOffset:i,focusNode:s,focusOffset:r}=n.observer.selectionRange;return t&&(e.push(new yo(t,i)),(s!=t||r!=i)&&e.push(new yo(s,r))),e}function uk(n,e){if(n.length==0)return null;let t=n[0].pos,i=n.length==2?n[1].pos:t;return t<0||i<0?null:t==i?A.create([A.cursor(i+e,-1)]):A.single(t+e,i+e)}function Bh(n,e){return e.head==n.main.head&&e.anchor==n.main.anchor}var Ih=class{setSelectionOrigin(e){this.lastSelectionOrigin=e,this.lastSelectionTime=Date.now()}constructor(e){this.view=e,this.lastKeyCode=0,this.lastKeyTime=0,this.touchActive=!1,this.lastTouchTime=0,this.lastTouchX=0,this.lastTouchY=0,this.lastFocusTime=0,this.lastScrollTop=0,this.lastScrollLeft=0,this.lastWheelEvent=0,this.pendingIOSKey=void 0,this.lastIOSMomentumScroll=0,this.tabFocusMode=-1,this.lastSelectionOrigin=null,this.lastSelectionTime=0,this.lastContextMenu=0,this.scrollHandlers=[],this.handlers=Object.create(null),this.composing=-1,this.compositionFirstChange=null,this.compositionEndedAt=0,this.compositionPendingKey=!1,this.compositionPendingChange=!1,this.insertingText="",this.insertingTextAt=0,this.mouseSelection=null,this.draggedContent=null,this.handleEvent=this.handleEvent.bind(this),this.notifiedFocused=e.hasFocus,L.safari&&e.contentDOM.addEventListener("input",()=>null),L.gecko&&Tk(e.contentDOM.ownerDocument)}handleEvent(e){!bk(this.view,e)||this.ignoreDuringComposition(e)||e.type=="keydown"&&this.keydown(e)||(this.view.updateState!=0?Promise.resolve().then(()=>this.runHandlers(e.type,e)):this.runHandlers(e.type,e))}runHandlers(e,t){let i=this.handlers[e];if(i){for(let s of i.observers)s(this.view,t);for(let s of i.handlers){if(t.defaultPrevented)break;if(s(this.view,t)){t.preventDefault();break}}}}ensureHandlers(e){let t=fk(e),i=this.handlers,s=this.view.contentDOM;for(let r in t)if(r!="scroll"){let o=!t[r].handlers.length,a=i[r];a&&o!=!a.handlers.length&&(s.removeEventListener(r,this.handleEvent),a=null),a||s.addEventListener(r,this.handleEvent,{passive:o})}for(let r in i)r!="scroll"&&!t[r]&&s.removeEventListener(r,this.handleEvent);this.handlers=t}keydown(e){if(this.lastKeyCode=e.keyCode,this.lastKeyTime=Date.now(),e.keyCode==9&&this.tabFocusMode>-1&&(!this.tabFocusMode||Date.now()<=this.tabFocusMode))return!0;if(this.tabFocusMode>0&&e.keyCode!=27&&cm.indexOf(e.keyCode)<0&&(this.tabFocusMode=-1),L.android&&L.chrome&&!e.synthetic&&(e.keyCode==13||e.keyCode==8))return this.view.observer.delayAndroidKey(e.key,e.keyCode),!0;if(L.ios&&!e.synthetic&&!e.altKey&&!e.metaKey&&(hm.some(t=>t.keyCode==e.keyCode)&&!e.ctrlKey||pk.indexOf(e.key)>-1&&e.ctrlKey)){let t={ctrlKey:e.ctrlKey,altKey:e.altKey,metaKey:e.metaKey,shiftKey:e.shiftKey};t.shiftKey&&L.ios&&!/^(off|none)$/.test(this.view.contentDOM.autocapitalize)&&dk(this.view.win)&&(t.shiftKey=!1);let i=this.pendingIOSKey={key:e.key,keyCode:e.keyCode,mods:t};return setTimeout(()=>{this.pendingIOSKey==i&&this.flushIOSKey()},50),!0}return e.keyCode!=229&&this.view.observer.forceFlush(),!1}flushIOSKey(e){let t=this.pendingIOSKey;return!t||this.view.observer.pendingRecords().length||t.key=="Enter"&&e&&e.from<e.to&&/^\S+$/.test(e.insert.toString())?!1:(this.pendingIOSKey=void 0,Di(this.view.contentDOM,t.key,t.keyCode,t.mods))}ignoreDuringComposition(e){return!/^key/.test(e.type)||e.synthetic?!1:this.composing>0?!0:L.safari&&!L.ios&&this.compositionPendingKey&&Date.now()-this.compositionEndedAt<100?(this.compositionPendingKey=!1,!0):!1}startMouseSelection(e){this.mouseSelection&&this.mouseSelection.destroy(),this.mouseSelection=e}update(e){this.view.observer.update(e),this.mouseSelection&&this.mouseSelection.update(e),this.draggedContent&&e.docChanged&&(this.draggedContent=this.draggedContent.map(e.changes)),e.transactions.length&&(this.lastKeyCode=this.lastSelectionTime=0)}destroy(){this.mouseSelection&&this.mouseSelection.destroy()}};function dk(n){return n.visualViewport?n.visualViewport.height*n.visualViewport.scale/n.document.documentElement.clientHeight<.85:!1}function ip(n,e){return(t,i)=>{try{return e.call(n,i,t)}catch(s){qe(t.state,s)}}}function fk(n){let e=Object.create(null);function t(i){return e[i]||(e[i]={observers:[],handlers:[]})}for(let i of n){let s=i.spec,r=s&&s.plugin.domEventHandlers,o=s&&s.plugin.domEventObservers;if(r)for(let a in r){let l=r[a];l&&t(a).handlers.push(ip(i.value,l))}if(o)for(let a in o){let l=o[a];l&&t(a).observers.push(ip(i.value,l))}}for(let i in Dt)t(i).handlers.push(Dt[i]);for(let i in Qe)t(i).observers.push(Qe[i]);return e}var hm=[{key:"Backspace",keyCode:8,inputType:"deleteContentBackward"},{key:"Enter",keyCode:13,inputType:"insertParagraph"},{key:"Enter",keyCode:13,inputType:"insertLineBreak"},{key:"Delete",keyCode:46,inputType:"deleteContentForward"}],pk="dthko",cm=[16,17,18,20,91,92,224,225],Jr=6;function Xr(n){return Math.max(0,n)*.7+8}function mk(n,e){return Math.max(Math.abs(n.clientX-e.clientX),Math.abs(n.clientY-e.clientY))}var Fh=class{constructor(e,t,i,s){this.view=e,this.startEvent=t,this.style=i,this.mustSelect=s,this.scrollSpeed={x:0,y:0},this.scrolling=-1,this.lastEvent=t,this.scrollParents=Pp(e.contentDOM),this.atoms=e.state.facet(Rs).map(o=>o(e));let r=e.contentDOM.ownerDocument;r.addEventListener("mousemove",this.move=this.move.bind(this)),r.addEventListener("mouseup",this.up=this.up.bind(this)),this.extend=t.shiftKey,this.multiple=e.state.facet(te.allowMultipleSelections)&&gk(e,t),this.dragging=vk(e,t)&&fm(t)==1?null:!1}start(e){this.dragging===!1&&this.select(e)}move(e){if(e.buttons==0)return this.destroy();if(this.dragging||this.dragging==null&&mk(this.startEvent,e)<10)return;this.select(this.lastEvent=e);let t=0,i=0,s=0,r=0,o=this.view.win.innerWidth,a=this.view.win.innerHeight;this.scrollParents.x&&({left:s,right:o}=this.scrollParents.x.getBoundingClientRect()),this.scrollParents.y&&({top:r,bottom:a}=this.scrollParents.y.getBoundingClientRect());let l=dc(this.view);e.clientX-l.left<=s+Jr?t=-Xr(s-e.clientX):e.clientX+l.right>=o-Jr&&(t=Xr(e.clientX-o)),e.clientY-l.top<=r+Jr?i=-Xr(r-e.clientY):e.clientY+l.bottom>=a-Jr&&(i=Xr(e.clientY-a)),this.setScrollSpeed(t,i)}up(e){this.dragging==null&&this.select(this.lastEvent),this.dragging||e.preventDefault(),this.destroy()}destroy(){this.setScrollSpeed(0,0);let e=this.view.contentDOM.ownerDocument;e.removeEventListener("mousemove",this.move),e.removeEventListener("mouseup",this.up),this.view.inputState.mouseSelection=this.view.inputState.draggedContent=null}setScrollSpeed(e,t){this.scrollSpeed={x:e,y:t},e||t?this.scrolling<0&&(this.scrolling=setInterval(()=>this.scroll(),50)):this.scrolling>-1&&(clearInterval(this.scrolling),this.scrolling=-1)}scroll(){let{x:e,y:t}=this.scrollSpeed;e&&this.scrollParents.x&&(this.scrollParents.x.scrollLeft+=e,e=0),t&&this.scrollParents.y&&(this.scrollParents.y.scrollTop+=t,t=0),(e||t)&&this.view.win.scrollBy(e,t),this.dragging===!1&&this.select(this.lastEvent)}select(e){let{view:t}=this,i=rm(this.atoms,this.style.get(e,this.extend,this.multiple));(this.mustSelect||!i.eq(t.state.selection,this.dragging===!1))&&this.view.dispatch({selection:i,userEvent:"select.pointer"}),this.mustSelect=!1}update(e){e.transactions.some(t=>t.isUserEvent("input.type"))?this.destroy():this.style.update(e)&&setTimeout(()=>this.select(this.lastEvent),20)}};function gk(n,e){let t=n.state.facet(Wp);return t.length?t[0](e):L.mac?e.metaKey:e.ctrlKey}function yk(n,e){let t=n.state.facet(zp);return t.length?t[0](e):L.mac?!e.altKey:!e.ctrlKey}function vk(n,e){let{main:t}=n.state.selection;if(t.empty)return!1;let i=Ps(n.root);if(!i||i.rangeCount==0)return!0;let s=i.getRangeAt(0).getClientRects();for(let r=0;r<s.length;r++){let o=s[r];if(o.left<=e.clientX&&o.right>=e.clientX&&o.top<=e.clientY&&o.bottom>=e.clientY)return!0}return!1}function bk(n,e){if(!e.bubbles)return!0;if(e.defaultPrevented)return!1;for(let t=e.target,i;t!=n.contentDOM;t=t.parentNode)if(!t||t.nodeType==11||(i=ve.get(t))&&i.isWidget()&&!i.isHidden&&i.widget.ignoreEvent(e))return!1;return!0}var Dt=Object.create(null),Qe=Object.create(null),um=L.ie&&L.ie_version<15||L.ios&&L.webkit_version<604;function wk(n){let e=n.dom.parentNode;if(!e)return;let t=e.appendChild(document.createElement("textarea"));t.style.cssText="position: fixed; left: -10000px; top: 10px",t.focus(),setTimeout(()=>{n.focus(),t.remove(),dm(n,t.value)},50)}function Do(n,e,t){for(let i of n.facet(e))t=i(t,n);return t}function dm(n,e){e=Do(n.state,lc,e);let{state:t}=n,i,s=1,r=t.toText(e),o=r.lines==t.selection.ranges.length;if(qh!=null&&t.selection.ranges.every(l=>l.empty)&&qh==r.toString()){let l=-1;i=t.changeByRange(h=>{let c=t.doc.lineAt(h.from);if(c.from==l)return{range:h};l=c.from;let d=t.toText((o?r.line(s++).text:e)+t.lineBreak);return{changes:{from:c.from,insert:d},range:A.cursor(h.from+d.length,-1)}})}else o?i=t.changeByRange(l=>{let h=r.line(s++);return{changes:{from:l.from,to:l.to,insert:h.text},range:A.cursor(l.from+h.length,-1)}}):i=t.replaceSelection(r);n.dispatch(i,{userEvent:"input.paste",scrollIntoView:!0})}Qe.scroll=n=>{let e=n.inputState;e.lastScrollTop=n.scrollDOM.scrollTop,e.lastScrollLeft=n.scrollDOM.scrollLeft,L.ios&&!e.touchActive&&(e.lastIOSMomentumScroll=Date.now())};Qe.wheel=Qe.mousewheel=n=>{n.inputState.lastWheelEvent=Date.now()};Dt.keydown=(n,e)=>(n.inputState.setSelectionOrigin("select"),e.keyCode==27&&n.inputState.tabFocusMode!=0&&(n.inputState.tabFocusMode=Date.now()+2e3),!1);Qe.touchstart=(n,e)=>{let t=n.inputState,i=e.targetTouches[0];t.touchActive=!0,t.lastTouchTime=Date.now(),i&&(t.lastTouchX=i.clientX,t.lastTouchY=i.clientY),t.setSelectionOrigin("select.pointer")};Qe.touchmove=n=>{n.inputState.setSelectionOrigin("select.pointer")};Qe.touchend=(n,e)=>{n.inputState.touchActive=!1};Dt.mousedown=(n,e)=>{if(n.observer.flush(),n.inputState.lastTouchTime>Date.now()-2e3)return!1;let t=null;for(let i of n.state.facet(Vp))if(t=i(n,e),t)break;if(!t&&e.button==0&&(t=xk(n,e)),t){let i=!n.hasFocus;n.inputState.startMouseSelection(new Fh(n,e,t,i)),i&&n.observer.ignore(()=>{_p(n.contentDOM);let r=n.root.activeElement;r&&!r.contains(n.contentDOM)&&r.blur()});let s=n.inputState.mouseSelection;if(s)return s.start(e),s.dragging===!1}else n.inputState.setSelectionOrigin("select.pointer");return!1};function sp(n,e,t,i){if(i==1)return A.cursor(e,t);if(i==2)return nk(n.state,e,t);{let s=n.docView.lineAt(e,t),r=n.state.doc.lineAt(s?s.posAtEnd:e),o=s?s.posAtStart:r.from,a=s?s.posAtEnd:r.to;return a<n.state.doc.length&&a==r.to&&a++,A.undirectionalRange(o,a)}}var kk=L.ie&&L.ie_version<=11,rp=null,op=0,ap=0;function fm(n){if(!kk)return n.detail;let e=rp,t=ap;return rp=n,ap=Date.now(),op=!e||t>Date.now()-400&&Math.abs(e.clientX-n.clientX)<2&&Math.abs(e.clientY-n.clientY)<2?(op+1)%3:1}function xk(n,e){let t=n.posAndSideAtCoords({x:e.clientX,y:e.clientY},!1),i=fm(e),s=n.state.selection;return{update(r){r.docChanged&&(t.pos=r.changes.mapPos(t.pos),s=s.map(r.changes))},get(r,o,a){let l=n.posAndSideAtCoords({x:r.clientX,y:r.clientY},!1),h,c=sp(n,l.pos,l.assoc,i);if(t.pos!=l.pos&&!o){let d=sp(n,t.pos,t.assoc,i),f=Math.min(d.from,c.from),p=Math.max(d.to,c.to);c=f<c.from?A.range(f,p,c.assoc):A.range(p,f,c.assoc)}return o?s.replaceRange(s.main.extend(c.from,c.to,c.assoc)):a&&i==1&&s.ranges.length>1&&(h=Sk(s,l.pos))?h:a?s.addRange(c):A.create([c])}}}function Sk(n,e){for(let t=0;t<n.ranges.length;t++){let{from:i,to:s}=n.ranges[t];if(i<=e&&s>=e)return A.create(n.ranges.slice(0,t).concat(n.ranges.slice(t+1)),n.mainIndex==t?0:n.mainIndex-(n.mainIndex>t?1:0))}return null}Dt.dragstart=(n,e)=>{let{selection:{main:t}}=n.state;if(e.target.draggable){let s=n.docView.tile.nearest(e.target);if(s&&s.isWidget()){let r=s.posAtStart,o=r+s.length;(r>=t.to||o<=t.from)&&(t=A.undirectionalRange(r,o))}}let{inputState:i}=n;return i.mouseSelection&&(i.mouseSelection.dragging=!0),i.draggedContent=t,e.dataTransfer&&(e.dataTransfer.setData("Text",Do(n.state,hc,n.state.sliceDoc(t.from,t.to))),e.dataTransfer.effectAllowed="copyMove"),!1};Dt.dragend=n=>(n.inputState.draggedContent=null,!1);function lp(n,e,t,i){if(t=Do(n.state,lc,t),!t)return;let s=n.posAtCoords({x:e.clientX,y:e.clientY},!1),{draggedContent:r}=n.inputState,o=i&&r&&yk(n,e)?{from:r.from,to:r.to}:null,a={from:s,insert:t},l=n.state.changes(o?[o,a]:a);n.focus(),n.dispatch({changes:l,selection:{anchor:l.mapPos(s,-1),head:l.mapPos(s,1)},userEvent:o?"move.drop":"input.drop"}),n.inputState.draggedContent=null}Dt.drop=(n,e)=>{if(!e.dataTransfer)return!1;if(n.state.readOnly)return!0;let t=e.dataTransfer.files;if(t&&t.length){let i=Array(t.length),s=0,r=()=>{++s==t.length&&lp(n,e,i.filter(o=>o!=null).join(n.state.lineBreak),!1)};for(let o=0;o<t.length;o++){let a=new FileReader;a.onerror=r,a.onload=()=>{/[\x00-\x08\x0e-\x1f]{2}/.test(a.result)||(i[o]=a.result),r()},a.readAsText(t[o])}return!0}else{let i=e.dataTransfer.getData("Text");if(i)return lp(n,e,i,!0),!0}return!1};Dt.paste=(n,e)=>{if(n.state.readOnly)return!0;n.observer.flush();let t=um?null:e.clipboardData;return t?(dm(n,t.getData("text/plain")||t.getData("text/uri-list")),!0):(wk(n),!1)};function Ck(n,e){let t=n.dom.parentNode;if(!t)return;let i=t.appendChild(document.createElement("textarea"));i.style.cssText="position: fixed; left: -10000px; top: 10px",i.value=e,i.focus(),i.selectionEnd=e.length,i.selectionStart=0,setTimeout(()=>{i.remove(),n.focus()},50)}function Ak(n){let e=[],t=[],i=!1;for(let s of n.selection.ranges)s.empty||(e.push(n.sliceDoc(s.from,s.to)),t.push(s));if(!e.length){let s=-1;for(let{from:r}of n.selection.ranges){let o=n.doc.lineAt(r);o.number>s&&(e.push(o.text),t.push({from:o.from,to:Math.min(n.doc.length,o.to+1)})),s=o.number}i=!0}return{text:Do(n,hc,e.join(n.lineBreak)),ranges:t,linewise:i}}var qh=null;Dt.copy=Dt.cut=(n,e)=>{if(!bs(n.contentDOM,n.observer.selectionRange))return!1;let{text:t,ranges:i,linewise:s}=Ak(n.state);if(!t&&!s)return!1;qh=s?t:null,e.type=="cut"&&!n.state.readOnly&&n.dispatch({changes:i,scrollIntoView:!0,userEvent:"delete.cut"});let r=um?null:e.clipboardData;return r?(r.clearData(),r.setData("text/plain",t),!0):(Ck(n,t),!1)};var pm=Ue.define();function mm(n,e){let t=[];for(let i of n.facet(Gp)){let s=i(n,e);s&&t.push(s)}return t.length?n.update({effects:t,annotations:pm.of(!0)}):null}function gm(n){setTimeout(()=>{let e=n.hasFocus;if(e!=n.inputState.notifiedFocused){let t=mm(n.state,e);t?n.dispatch(t):n.update([])}},10)}Qe.focus=n=>{n.inputState.lastFocusTime=Date.now(),!n.scrollDOM.scrollTop&&(n.inputState.lastScrollTop||n.inputState.lastScrollLeft)&&(n.scrollDOM.scrollTop=n.inputState.lastScrollTop,n.scrollDOM.scrollLeft=n.inputState.lastScrollLeft),gm(n)};Qe.blur=n=>{n.observer.clearSelectionRange(),gm(n)};Qe.compositionstart=Qe.compositionupdate=(n,e)=>{if(!n.observer.editContext&&(n.inputState.compositionFirstChange==null&&(n.inputState.compositionFirstChange=!0),n.inputState.composing<0)){let{main:t}=n.state.selection;!t.empty&&n.lineBlockAt(t.from).from!=n.lineBlockAt(t.to).from&&!n.state.readOnly&&n.dispatch({changes:n.state.selection.ranges.filter(i=>!i.empty).map(i=>({from:i.from,to:i.to})),userEvent:"input"}),n.inputState.composing=0}};Qe.compositionend=n=>{n.observer.editContext||(n.inputState.composing=-1,n.inputState.compositionEndedAt=Date.now(),n.inputState.compositionPendingKey=!0,n.inputState.compositionPendingChange=n.observer.pendingRecords().length>0,n.inputState.compositionFirstChange=null,L.chrome&&L.android?n.observer.flushSoon():n.inputState.compositionPendingChange?Promise.resolve().then(()=>n.observer.flush()):setTimeout(()=>{n.inputState.composing<0&&n.docView.hasComposition&&n.update([])},50))};Qe.contextmenu=n=>{n.inputState.lastContextMenu=Date.now()};Dt.beforeinput=(n,e)=>{var t,i;if((e.inputType=="insertText"||e.inputType=="insertCompositionText")&&(n.inputState.insertingText=e.data,n.inputState.insertingTextAt=Date.now()),e.inputType=="insertReplacementText"&&n.observer.editContext){let r=(t=e.dataTransfer)===null||t===void 0?void 0:t.getData("text/plain"),o=e.getTargetRanges();if(r&&o.length){let a=o[0],l=n.posAtDOM(a.startContainer,a.startOffset),h=n.posAtDOM(a.endContainer,a.endOffset);return fc(n,{from:l,to:h,insert:n.state.toText(r)},null),!0}}let s;if(L.chrome&&L.android&&(s=hm.find(r=>r.inputType==e.inputType))&&(n.observer.delayAndroidKey(s.key,s.keyCode),s.key=="Backspace"||s.key=="Delete")){let r=((i=window.visualViewport)===null||i===void 0?void 0:i.height)||0;setTimeout(()=>{var o;(((o=window.visualViewport)===null||o===void 0?void 0:o.height)||0)>r+10&&n.hasFocus&&(n.contentDOM.blur(),n.focus())},100)}return L.ios&&e.inputType=="deleteContentForward"&&n.observer.flushSoon(),L.safari&&e.inputType=="insertText"&&n.inputState.composing>=0&&setTimeout(()=>Qe.compositionend(n,e),20),!1};var hp=new Set;function Tk(n){hp.has(n)||(hp.add(n),n.addEventListener("copy",()=>{}),n.addEventListener("cut",()=>{}))}var cp=["pre-wrap","normal","pre-line","break-spaces"],Ii=!1;function up(){Ii=!1}var Nh=class{constructor(e){this.lineWrapping=e,this.doc=j.empty,this.heightSamples={},this.lineHeight=14,this.charWidth=7,this.textHeight=14,this.lineLength=30}heightForGap(e,t){let i=this.doc.lineAt(t).number-this.doc.lineAt(e).number+1;return this.lineWrapping&&(i+=Math.max(0,Math.ceil((t-e-i*this.lineLength*.5)/this.lineLength))),this.lineHeight*i}heightForLine(e){return this.lineWrapping?(1+Math.max(0,Math.ceil((e-this.lineLength)/Math.max(1,this.lineLength-5))))*this.lineHeight:this.lineHeight}setDoc(e){return this.doc=e,this}mustRefreshForWrapping(e){return cp.indexOf(e)>-1!=this.lineWrapping}mustRefreshForHeights(e){let t=!1;for(let i=0;i<e.length;i++){let s=e[i];s<0?i++:this.heightSamples[Math.floor(s*10)]||(t=!0,this.heightSamples[Math.floor(s*10)]=!0)}return t}refresh(e,t,i,s,r,o){let a=cp.indexOf(e)>-1,l=Math.abs(t-this.lineHeight)>.3||this.lineWrapping!=a;if(this.lineWrapping=a,this.lineHeight=t,this.charWidth=i,this.textHeight=s,this.lineLength=r,l){this.heightSamples={};for(let h=0;h<o.length;h++){let c=o[h];c<0?h++:this.heightSamples[Math.floor(c*10)]=!0}}return l}},$h=class{constructor(e,t){this.from=e,this.heights=t,this.index=0}get more(){return this.index<this.heights.length}},Mt=class n{constructor(e,t,i,s,r){this.from=e,this.length=t,this.top=i,this.height=s,this._content=r}get type(){return typeof this._content=="number"?Ne.Text:Array.isArray(this._content)?this._content:this._content.type}get to(){return this.from+this.length}get bottom(){return this.top+this.height}get widget(){return this._content instanceof Jn?this._content.widget:null}get widgetLineBreaks(){return typeof this._content=="number"?this._content:0}join(e){let t=(Array.isArray(this._content)?this._content:[this]).concat(Array.isArray(e._content)?e._content:[e]);return new n(this.from,this.length+e.length,this.top,this.height+e.height,t)}},ce=(function(n){return n[n.ByPos=0]="ByPos",n[n.ByHeight=1]="ByHeight",n[n.ByPosNoHeight=2]="ByPosNoHeight",n})(ce||(ce={})),ro=.001,lt=class n{constructor(e,t,i=2){this.length=e,this.height=t,this.flags=i}get outdated(){return(this.flags&2)>0}set outdated(e){this.flags=(e?2:0)|this.flags&-3}setHeight(e){this.height!=e&&(Math.abs(this.height-e)>ro&&(Ii=!0),this.height=e)}replace(e,t,i){return n.of(i)}decomposeLeft(e,t){t.push(this)}decomposeRight(e,t){t.push(this)}applyChanges(e,t,i,s){let r=this,o=i.doc;for(let a=s.length-1;a>=0;a--){let{fromA:l,toA:h,fromB:c,toB:d}=s[a],f=r.lineAt(l,ce.ByPosNoHeight,i.setDoc(t),0,0),p=f.to>=h?f:r.lineAt(h,ce.ByPosNoHeight,i,0,0);for(d+=p.to-h,h=p.to;a>0&&f.from<=s[a-1].toA;)l=s[a-1].fromA,c=s[a-1].fromB,a--,l<f.from&&(f=r.lineAt(l,ce.ByPosNoHeight,i,0,0));c+=f.from-l,l=f.from;let m=Wh.build(i.setDoc(o),e,c,d);r=vo(r,r.replace(l,h,m))}return r.updateHeight(i,0)}static empty(){return new bt(0,0,0)}static of(e){if(e.length==1)return e[0];let t=0,i=e.length,s=0,r=0;for(;;)if(t==i)if(s>r*2){let a=e[t-1];a.break?e.splice(--t,1,a.left,null,a.right):e.splice(--t,1,a.left,a.right),i+=1+a.break,s-=a.size}else if(r>s*2){let a=e[i];a.break?e.splice(i,1,a.left,null,a.right):e.splice(i,1,a.left,a.right),i+=2+a.break,r-=a.size}else break;else if(s<r){let a=e[t++];a&&(s+=a.size)}else{let a=e[--i];a&&(r+=a.size)}let o=!1;return e[t-1]==null?(o=!0,t--):e[t]==null&&(o=!0,i++),new Hh(n.of(e.slice(0,t)),o,n.of(e.slice(i)))}};function vo(n,e){return n==e?n:(n.constructor!=e.constructor&&(Ii=!0),e)}lt.prototype.size=1;var Mk=I.replace({}),bo=class extends lt{constructor(e,t,i){super(e,t),this.deco=i,this.spaceAbove=0}mainBlock(e,t){return new Mt(t,this.length,e+this.spaceAbove,this.height-this.spaceAbove,this.deco||0)}blockAt(e,t,i,s){return this.spaceAbove&&e<i+this.spaceAbove?new Mt(s,0,i,this.spaceAbove,Mk):this.mainBlock(i,s)}lineAt(e,t,i,s,r){let o=this.mainBlock(s,r);return this.spaceAbove?this.blockAt(0,i,s,r).join(o):o}forEachLine(e,t,i,s,r,o){e<=r+this.length&&t>=r&&o(this.lineAt(0,ce.ByPos,i,s,r))}setMeasuredHeight(e){let t=e.heights[e.index++];t<0?(this.spaceAbove=-t,t=e.heights[e.index++]):this.spaceAbove=0,this.setHeight(t)}updateHeight(e,t=0,i=!1,s){return s&&s.from<=t&&s.more&&this.setMeasuredHeight(s),this.outdated=!1,this}toString(){return`block(${this.length})`}},bt=class n extends bo{constructor(e,t,i){super(e,t,null),this.collapsed=0,this.widgetHeight=0,this.breaks=0,this.spaceAbove=i}mainBlock(e,t){return new Mt(t,this.length,e+this.spaceAbove,this.height-this.spaceAbove,this.breaks)}replace(e,t,i){let s=i[0];return i.length==1&&(s instanceof n||s instanceof xn&&s.flags&4)&&Math.abs(this.length-s.length)<10?(s instanceof xn?s=new n(s.length,this.height,this.spaceAbove):s.height=this.height,this.outdated||(s.outdated=!1),s):lt.of(i)}updateHeight(e,t=0,i=!1,s){return s&&s.from<=t&&s.more?this.setMeasuredHeight(s):(i||this.outdated)&&(this.spaceAbove=0,this.setHeight(Math.max(this.widgetHeight,e.heightForLine(this.length-this.collapsed))+this.breaks*e.lineHeight)),this.outdated=!1,this}toString(){return`line(${this.length}${this.collapsed?-this.collapsed:""}${this.widgetHeight?":"+this.widgetHeight:""})`}},xn=class n extends lt{constructor(e){super(e,0)}heightMetrics(e,t){let i=e.doc.lineAt(t).number,s=e.doc.lineAt(t+this.length).number,r=s-i+1,o,a=0;if(e.lineWrapping){let l=Math.min(this.height,e.lineHeight*r);o=l/r,this.length>r+1&&(a=(this.height-l)/(this.length-r-1))}else o=this.height/r;return{firstLine:i,lastLine:s,perLine:o,perChar:a}}blockAt(e,t,i,s){let{firstLine:r,lastLine:o,perLine:a,perChar:l}=this.heightMetrics(t,s);if(t.lineWrapping){let h=s+(e<t.lineHeight?0:Math.round(Math.max(0,Math.min(1,(e-i)/this.height))*this.length)),c=t.doc.lineAt(h),d=a+c.length*l,f=Math.max(i,e-d/2);return new Mt(c.from,c.length,f,d,0)}else{let h=Math.max(0,Math.min(o-r,Math.floor((e-i)/a))),{from:c,length:d}=t.doc.line(r+h);return new Mt(c,d,i+a*h,a,0)}}lineAt(e,t,i,s,r){if(t==ce.ByHeight)return this.blockAt(e,i,s,r);if(t==ce.ByPosNoHeight){let{from:p,to:m}=i.doc.lineAt(e);return new Mt(p,m-p,0,0,0)}let{firstLine:o,perLine:a,perChar:l}=this.heightMetrics(i,r),h=i.doc.lineAt(e),c=a+h.length*l,d=h.number-o,f=s+a*d+l*(h.from-r-d);return new Mt(h.from,h.length,Math.max(s,Math.min(f,s+this.height-c)),c,0)}forEachLine(e,t,i,s,r,o){e=Math.max(e,r),t=Math.min(t,r+this.length);let{firstLine:a,perLine:l,perChar:h}=this.heightMetrics(i,r);for(let c=e,d=s;c<=t;){let f=i.doc.lineAt(c);if(c==e){let m=f.number-a;d+=l*m+h*(e-r-m)}let p=l+h*f.length;o(new Mt(f.from,f.length,d,p,0)),d+=p,c=f.to+1}}replace(e,t,i){let s=this.length-t;if(s>0){let r=i[i.length-1];r instanceof n?i[i.length-1]=new n(r.length+s):i.push(null,new n(s-1))}if(e>0){let r=i[0];r instanceof n?i[0]=new n(e+r.length):i.unshift(new n(e-1),null)}return lt.of(i)}decomposeLeft(e,t){t.push(new n(e-1),null)}decomposeRight(e,t){t.push(null,new n(this.length-e-1))}updateHeight(e,t=0,i=!1,s){let r=t+this.length;if(s&&s.from<=t+this.length&&s.more){let o=[],a=Math.max(t,s.from),l=-1;for(s.from>t&&o.push(new n(s.from-t-1).updateHeight(e,t));a<=r&&s.more;){let c=e.doc.lineAt(a).length;o.length&&o.push(null);let d=s.heights[s.index++],f=0;d<0&&(f=-d,d=s.heights[s.index++]),l==-1?l=d:Math.abs(d-l)>=ro&&(l=-2);let p=new bt(c,d,f);p.outdated=!1,o.push(p),a+=c+1}a<=r&&o.push(null,new n(r-a).updateHeight(e,a));let h=lt.of(o);return(l<0||Math.abs(h.height-this.height)>=ro||Math.abs(l-this.heightMetrics(e,t).perLine)>=ro)&&(Ii=!0),vo(this,h)}else(i||this.outdated)&&(this.setHeight(e.heightForGap(t,t+this.length)),this.outdated=!1);return this}toString(){return`gap(${this.length})`}},Hh=class extends lt{constructor(e,t,i){super(e.length+(t?1:0)+i.length,e.height+i.height,(t?1:0)|(e.outdated||i.outdated?2:0)),this.left=e,this.right=i,this.size=e.size+i.size}get break(){return this.flags&1}blockAt(e,t,i,s){let r=i+this.left.height;return e<r?this.left.blockAt(e,t,i,s):this.right.blockAt(e,t,r,s+this.left.length+this.break)}lineAt(e,t,i,s,r){let o=s+this.left.height,a=r+this.left.length+this.break,l=t==ce.ByHeight?e<o:e<a,h=l?this.left.lineAt(e,t,i,s,r):this.right.lineAt(e,t,i,o,a);if(this.break||(l?h.to<a:h.from>a))return h;let c=t==ce.ByPosNoHeight?ce.ByPosNoHeight:ce.ByPos;return l?h.join(this.right.lineAt(a,c,i,o,a)):this.left.lineAt(a,c,i,s,r).join(h)}forEachLine(e,t,i,s,r,o){let a=s+this.left.height,l=r+this.left.length+this.break;if(this.break)e<l&&this.left.forEachLine(e,t,i,s,r,o),t>=l&&this.right.forEachLine(e,t,i,a,l,o);else{let h=this.lineAt(l,ce.ByPos,i,s,r);e<h.from&&this.left.forEachLine(e,Math.min(t,h.from-1),i,s,r,o),h.to>=e&&h.from<=t&&o(h),t>h.to&&this.right.forEachLine(Math.max(e,h.to+1),t,i,a,l,o)}}replace(e,t,i){let s=this.left.length+this.break;if(t<s)return this.balanced(this.left.replace(e,t,i),this.right);if(e>this.left.length)return this.balanced(this.left,this.right.replace(e-s,t-s,i));let r=[];e>0&&this.decomposeLeft(e,r);let o=r.length;for(let a of i)r.push(a);if(e>0&&dp(r,o-1),t<this.length){let a=r.length;this.decomposeRight(t,r),dp(r,a)}return lt.of(r)}decomposeLeft(e,t){let i=this.left.length;if(e<=i)return this.left.decomposeLeft(e,t);t.push(this.left),this.break&&(i++,e>=i&&t.push(null)),e>i&&this.right.decomposeLeft(e-i,t)}decomposeRight(e,t){let i=this.left.length,s=i+this.break;if(e>=s)return this.right.decomposeRight(e-s,t);e<i&&this.left.decomposeRight(e,t),this.break&&e<s&&t.push(null),t.push(this.right)}balanced(e,t){return e.size>2*t.size||t.size>2*e.size?lt.of(this.break?[e,null,t]:[e,t]):(this.left=vo(this.left,e),this.right=vo(this.right,t),this.setHeight(e.height+t.height),this.outdated=e.outdated||t.outdated,this.size=e.size+t.size,this.length=e.length+this.break+t.length,this)}updateHeight(e,t=0,i=!1,s){let{left:r,right:o}=this,a=t+r.length+this.break,l=null;return s&&s.from<=t+r.length&&s.more?l=r=r.updateHeight(e,t,i,s):r.updateHeight(e,t,i),s&&s.from<=a+o.length&&s.more?l=o=o.updateHeight(e,a,i,s):o.updateHeight(e,a,i),l?this.balanced(r,o):(this.height=this.left.height+this.right.height,this.outdated=!1,this)}toString(){return this.left+(this.break?" ":"-")+this.right}};function dp(n,e){let t,i;n[e]==null&&(t=n[e-1])instanceof xn&&(i=n[e+1])instanceof xn&&n.splice(e-1,3,new xn(t.length+1+i.length))}var Ek=5,Wh=class n{constructor(e,t){this.pos=e,this.oracle=t,this.nodes=[],this.lineStart=-1,this.lineEnd=-1,this.covering=null,this.writtenTo=e}get isCovered(){return this.covering&&this.nodes[this.nodes.length-1]==this.covering}span(e,t){if(this.lineStart>-1){let i=Math.min(t,this.lineEnd),s=this.nodes[this.nodes.length-1];s instanceof bt?s.length+=i-this.pos:(i>this.pos||!this.isCovered)&&this.nodes.push(new bt(i-this.pos,-1,0)),this.writtenTo=i,t>i&&(this.nodes.push(null),this.writtenTo++,this.lineStart=-1)}this.pos=t}point(e,t,i){if(e<t||i.heightRelevant){let s=i.widget?i.widget.estimatedHeight:0,r=i.widget?i.widget.lineBreaks:0;s<0&&(s=this.oracle.lineHeight);let o=t-e;i.block?this.addBlock(new bo(o,s,i)):(o||r||s>=Ek)&&this.addLineDeco(s,r,o)}else t>e&&this.span(e,t);this.lineEnd>-1&&this.lineEnd<this.pos&&(this.lineEnd=this.oracle.doc.lineAt(this.pos).to)}enterLine(){if(this.lineStart>-1)return;let{from:e,to:t}=this.oracle.doc.lineAt(this.pos);this.lineStart=e,this.lineEnd=t,this.writtenTo<e&&((this.writtenTo<e-1||this.nodes[this.nodes.length-1]==null)&&this.nodes.push(this.blankContent(this.writtenTo,e-1)),this.nodes.push(null)),this.pos>e&&this.nodes.push(new bt(this.pos-e,-1,0)),this.writtenTo=this.pos}blankContent(e,t){let i=new xn(t-e);return this.oracle.doc.lineAt(e).to==t&&(i.flags|=4),i}ensureLine(){this.enterLine();let e=this.nodes.length?this.nodes[this.nodes.length-1]:null;if(e instanceof bt)return e;let t=new bt(0,-1,0);return this.nodes.push(t),t}addBlock(e){this.enterLine();let t=e.deco;t&&t.startSide>0&&!this.isCovered&&this.ensureLine(),this.nodes.push(e),this.writtenTo=this.pos=this.pos+e.length,t&&t.endSide>0&&(this.covering=e)}addLineDeco(e,t,i){let s=this.ensureLine();s.length+=i,s.collapsed+=i,s.widgetHeight=Math.max(s.widgetHeight,e),s.breaks+=t,this.writtenTo=this.pos=this.pos+i}finish(e){let t=this.nodes.length==0?null:this.nodes[this.nodes.length-1];this.lineStart>-1&&!(t instanceof bt)&&!this.isCovered?this.nodes.push(new bt(0,-1,0)):(this.writtenTo<this.pos||t==null)&&this.nodes.push(this.blankContent(this.writtenTo,this.pos));let i=e;for(let s of this.nodes)s instanceof bt&&s.updateHeight(this.oracle,i),i+=s?s.length:1;return this.nodes}static build(e,t,i,s){let r=new n(i,e);return Q.spans(t,i,s,r,0),r.finish(i)}};function Dk(n,e,t){let i=new zh;return Q.compare(n,e,t,i,0),i.changes}var zh=class{constructor(){this.changes=[]}compareRange(){}comparePoint(e,t,i,s){(e<t||i&&i.heightRelevant||s&&s.heightRelevant)&&Ei(e,t,this.changes,5)}};function Pk(n,e){let t=n.getBoundingClientRect(),i=n.ownerDocument,s=i.defaultView||window,r=Math.max(0,t.left),o=Math.min(s.innerWidth,t.right),a=Math.max(0,t.top),l=Math.min(s.innerHeight,t.bottom);for(let h=n.parentNode;h&&h!=i.body;)if(Be(h)){let c=window.getComputedStyle(h);if((h.scrollHeight>h.clientHeight||h.scrollWidth>h.clientWidth)&&c.overflow!="visible"){let d=h.getBoundingClientRect();r=Math.max(r,d.left),o=Math.min(o,d.right),a=Math.max(a,d.top),l=Math.min(h==n.parentNode?s.innerHeight:l,d.bottom)}h=c.position=="absolute"||c.position=="fixed"?h.offsetParent:h.parentNode}else if(h.nodeType==11)h=h.host;else break;return{left:r-t.left,right:Math.max(r,o)-t.left,top:a-(t.top+e),bottom:Math.max(a,l)-(t.top+e)}}function Ok(n){let e=n.getBoundingClientRect(),t=n.ownerDocument.defaultView||window;return e.left<t.innerWidth&&e.right>0&&e.top<t.innerHeight&&e.bottom>0}function Rk(n,e){let t=n.getBoundingClientRect();return{left:0,right:t.right-t.left,top:e,bottom:t.bottom-(t.top+e)}}var As=class{constructor(e,t,i,s){this.from=e,this.to=t,this.size=i,this.displaySize=s}static same(e,t){if(e.length!=t.length)return!1;for(let i=0;i<e.length;i++){let s=e[i],r=t[i];if(s.from!=r.from||s.to!=r.to||s.size!=r.size)return!1}return!0}draw(e,t){return I.replace({widget:new Vh(this.displaySize*(t?e.scaleY:e.scaleX),t)}).range(this.from,this.to)}},Vh=class extends $e{constructor(e,t){super(),this.size=e,this.vertical=t}eq(e){return e.size==this.size&&e.vertical==this.vertical}toDOM(){let e=document.createElement("div");return this.vertical?e.style.height=this.size+"px":(e.style.width=this.size+"px",e.style.height="2px",e.style.display="inline-block"),e}get estimatedHeight(){return this.vertical?this.size:-1}},wo=class{constructor(e,t){this.view=e,this.state=t,this.pixelViewport={left:0,right:window.innerWidth,top:0,bottom:0},this.inView=!0,this.paddingTop=0,this.paddingBottom=0,this.contentDOMWidth=0,this.contentDOMHeight=0,this.editorHeight=0,this.editorWidth=0,this.scaleX=1,this.scaleY=1,this.scrollOffset=0,this.scrolledToBottom=!1,this.scrollAnchorPos=0,this.scrollAnchorHeight=-1,this.scaler=Uh,this.scrollTarget=null,this.printing=!1,this.mustMeasureContent=!0,this.defaultTextDirection=ie.LTR,this.visibleRanges=[],this.mustEnforceCursorAssoc=!1;let i=t.facet(cc).some(s=>typeof s!="function"&&s.class=="cm-lineWrapping");this.heightOracle=new Nh(i),this.stateDeco=fp(t),this.heightMap=lt.empty().applyChanges(this.stateDeco,j.empty,this.heightOracle.setDoc(t.doc),[new Et(0,0,0,t.doc.length)]);for(let s=0;s<2&&(this.viewport=this.getViewport(0,null),!!this.updateForViewport());s++);this.updateViewportLines(),this.lineGaps=this.ensureLineGaps([]),this.lineGapDeco=I.set(this.lineGaps.map(s=>s.draw(this,!1))),this.scrollParent=e.scrollDOM,this.computeVisibleRanges()}updateForViewport(){let e=[this.viewport],{main:t}=this.state.selection;for(let i=0;i<=1;i++){let s=i?t.head:t.anchor;if(!e.some(({from:r,to:o})=>s>=r&&s<=o)){let{from:r,to:o}=this.lineBlockAt(s);e.push(new Ai(r,o))}}return this.viewports=e.sort((i,s)=>i.from-s.from),this.updateScaler()}updateScaler(){let e=this.scaler;return this.scaler=this.heightMap.height<=7e6?Uh:jh.get(this.heightOracle,this.heightMap,this.viewports),e.eq(this.scaler)?0:2}updateViewportLines(){this.viewportLines=[],this.heightMap.forEachLine(this.viewport.from,this.viewport.to,this.heightOracle.setDoc(this.state.doc),0,0,e=>{this.viewportLines.push(vs(e,this.scaler))})}update(e,t=null){this.state=e.state;let i=this.stateDeco;this.stateDeco=fp(this.state);let s=e.changedRanges,r=Et.extendWithRanges(s,Dk(i,this.stateDeco,e?e.changes:oe.empty(this.state.doc.length))),o=this.heightMap.height,a=this.scrolledToBottom?null:this.scrollAnchorAt(this.scrollOffset);up(),this.heightMap=this.heightMap.applyChanges(this.stateDeco,e.startState.doc,this.heightOracle.setDoc(this.state.doc),r),(this.heightMap.height!=o||Ii)&&(e.flags|=2),a?(this.scrollAnchorPos=e.changes.mapPos(a.from,-1),this.scrollAnchorHeight=a.top):(this.scrollAnchorPos=-1,this.scrollAnchorHeight=o);let l=r.length?this.mapViewport(this.viewport,e.changes):this.viewport;(t&&(t.range.head<l.from||t.range.head>l.to)||!this.viewportIsAppropriate(l))&&(l=this.getViewport(0,t));let h=l.from!=this.viewport.from||l.to!=this.viewport.to;this.viewport=l,e.flags|=this.updateForViewport(),(h||!e.changes.empty||e.flags&2)&&this.updateViewportLines(),(this.lineGaps.length||this.viewport.to-this.viewport.from>4e3)&&this.updateLineGaps(this.ensureLineGaps(this.mapLineGaps(this.lineGaps,e.changes))),e.flags|=this.computeVisibleRanges(e.changes),t&&(this.scrollTarget=t),!this.mustEnforceCursorAssoc&&(e.selectionSet||e.focusChanged)&&e.view.lineWrapping&&e.state.selection.main.empty&&e.state.selection.main.assoc&&!e.state.facet(Yp)&&(this.mustEnforceCursorAssoc=!0)}measure(){let{view:e}=this,t=e.contentDOM,i=window.getComputedStyle(t),s=this.heightOracle,r=i.whiteSpace;this.defaultTextDirection=i.direction=="rtl"?ie.RTL:ie.LTR;let o=this.heightOracle.mustRefreshForWrapping(r)||this.mustMeasureContent==="refresh",a=t.getBoundingClientRect(),l=o||this.mustMeasureContent||this.contentDOMHeight!=a.height;this.contentDOMHeight=a.height,this.mustMeasureContent=!1;let h=0,c=0;if(a.width&&a.height){let{scaleX:b,scaleY:S}=Dp(t,a);(b>.005&&Math.abs(this.scaleX-b)>.005||S>.005&&Math.abs(this.scaleY-S)>.005)&&(this.scaleX=b,this.scaleY=S,h|=16,o=l=!0)}let d=(parseInt(i.paddingTop)||0)*this.scaleY,f=(parseInt(i.paddingBottom)||0)*this.scaleY;(this.paddingTop!=d||this.paddingBottom!=f)&&(this.paddingTop=d,this.paddingBottom=f,h|=18),this.editorWidth!=e.scrollDOM.clientWidth&&(s.lineWrapping&&(l=!0),this.editorWidth=e.scrollDOM.clientWidth,h|=16);let p=Pp(this.view.contentDOM,!1).y;p!=this.scrollParent&&(this.scrollParent=p,this.scrollAnchorHeight=-1,this.scrollOffset=0);let m=this.getScrollOffset();this.scrollOffset!=m&&(this.scrollAnchorHeight=-1,this.scrollOffset=m),this.scrolledToBottom=Lp(this.scrollParent||e.win);let g=(this.printing?Rk:Pk)(t,this.paddingTop),y=g.top-this.pixelViewport.top,v=g.bottom-this.pixelViewport.bottom;this.pixelViewport=g;let w=this.pixelViewport.bottom>this.pixelViewport.top&&this.pixelViewport.right>this.pixelViewport.left;if(w!=this.inView&&(this.inView=w,w&&(l=!0)),!this.inView&&!this.scrollTarget&&!Ok(e.dom))return 0;let k=a.width;if((this.contentDOMWidth!=k||this.editorHeight!=e.scrollDOM.clientHeight)&&(this.contentDOMWidth=a.width,this.editorHeight=e.scrollDOM.clientHeight,h|=16),l){let b=e.docView.measureVisibleLineHeights(this.viewport);if(s.mustRefreshForHeights(b)&&(o=!0),o||s.lineWrapping&&Math.abs(k-this.contentDOMWidth)>s.charWidth){let{lineHeight:S,charWidth:C,textHeight:T}=e.docView.measureTextSize();o=S>0&&s.refresh(r,S,C,T,Math.max(5,k/C),b),o&&(e.docView.minWidth=0,h|=16)}y>0&&v>0?c=Math.max(y,v):y<0&&v<0&&(c=Math.min(y,v)),up();for(let S of this.viewports){let C=S.from==this.viewport.from?b:e.docView.measureVisibleLineHeights(S);this.heightMap=(o?lt.empty().applyChanges(this.stateDeco,j.empty,this.heightOracle,[new Et(0,0,0,e.state.doc.length)]):this.heightMap).updateHeight(s,0,o,new $h(S.from,C))}Ii&&(h|=2)}let x=!this.viewportIsAppropriate(this.viewport,c)||this.scrollTarget&&(this.scrollTarget.range.head<this.viewport.from||this.scrollTarget.range.head>this.viewport.to);return x&&(h&2&&(h|=this.updateScaler()),this.viewport=this.getViewport(c,this.scrollTarget),h|=this.updateForViewport()),(h&2||x)&&this.updateViewportLines(),(this.lineGaps.length||this.viewport.to-this.viewport.from>4e3)&&this.updateLineGaps(this.ensureLineGaps(o?[]:this.lineGaps,e)),h|=this.computeVisibleRanges(),this.mustEnforceCursorAssoc&&(this.mustEnforceCursorAssoc=!1,e.docView.enforceCursorAssoc()),h}get visibleTop(){return this.scaler.fromDOM(this.pixelViewport.top)}get visibleBottom(){return this.scaler.fromDOM(this.pixelViewport.bottom)}getViewport(e,t){let i=.5-Math.max(-.5,Math.min(.5,e/1e3/2)),s=this.heightMap,r=this.heightOracle,{visibleTop:o,visibleBottom:a}=this,l=new Ai(s.lineAt(o-i*1e3,ce.ByHeight,r,0,0).from,s.lineAt(a+(1-i)*1e3,ce.ByHeight,r,0,0).to);if(t){let{head:h}=t.range;if(h<l.from||h>l.to){let c=Math.min(this.editorHeight,this.pixelViewport.bottom-this.pixelViewport.top),d=s.lineAt(h,ce.ByPos,r,0,0),f;t.y=="center"?f=(d.top+d.bottom)/2-c/2:t.y=="start"||t.y=="nearest"&&h<l.from?f=d.top:f=d.bottom-c,l=new Ai(s.lineAt(f-1e3/2,ce.ByHeight,r,0,0).from,s.lineAt(f+c+1e3/2,ce.ByHeight,r,0,0).to)}}return l}mapViewport(e,t){let i=t.mapPos(e.from,-1),s=t.mapPos(e.to,1);return new Ai(this.heightMap.lineAt(i,ce.ByPos,this.heightOracle,0,0).from,this.heightMap.lineAt(s,ce.ByPos,this.heightOracle,0,0).to)}viewportIsAppropriate({from:e,to:t},i=0){if(!this.inView)return!0;let{top:s}=this.heightMap.lineAt(e,ce.ByPos,this.heightOracle,0,0),{bottom:r}=this.heightMap.lineAt(t,ce.ByPos,this.heightOracle,0,0),{visibleTop:o,visibleBottom:a}=this;return(e==0||s<=o-Math.max(10,Math.min(-i,250)))&&(t==this.state.doc.length||r>=a+Math.max(10,Math.min(i,250)))&&s>o-2*1e3&&r<a+2*1e3}mapLineGaps(e,t){if(!e.length||t.empty)return e;let i=[];for(let s of e)t.touchesRange(s.from,s.to)||i.push(new As(t.mapPos(s.from),t.mapPos(s.to),s.size,s.displaySize));return i}ensureLineGaps(e,t){let i=this.heightOracle.lineWrapping,s=i?1e4:2e3,r=s>>1,o=s<<1;if(this.defaultTextDirection!=ie.LTR&&!i)return[];let a=[],l=(c,d,f,p)=>{if(d-c<r)return;let m=this.state.selection.main,g=[m.from];m.empty||g.push(m.to);for(let v of g)if(v>c&&v<d){l(c,v-10,f,p),l(v+10,d,f,p);return}let y=Lk(e,v=>v.from>=f.from&&v.to<=f.to&&Math.abs(v.from-c)<r&&Math.abs(v.to-d)<r&&!g.some(w=>v.from<w&&v.to>w));if(!y){if(d<f.to&&t&&i&&t.visibleRanges.some(k=>k.from<=d&&k.to>=d)){let k=t.moveToLineBoundary(A.cursor(d),!1,!0).head;k>c&&(d=k)}let v=this.gapSize(f,c,d,p),w=i||v<2e6?v:2e6;y=new As(c,d,v,w)}a.push(y)},h=c=>{if(c.length<o||c.type!=Ne.Text)return;let d=_k(c.from,c.to,this.stateDeco);if(d.total<o)return;let f=this.scrollTarget?this.scrollTarget.range.head:null,p,m;if(i){let g=s/this.heightOracle.lineLength*this.heightOracle.lineHeight,y,v;if(f!=null){let w=Qr(d,f),k=((this.visibleBottom-this.visibleTop)/2+g)/c.height;y=w-k,v=w+k}else y=(this.visibleTop-c.top-g)/c.height,v=(this.visibleBottom-c.top+g)/c.height;p=Zr(d,y),m=Zr(d,v)}else{let g=d.total*this.heightOracle.charWidth,y=s*this.heightOracle.charWidth,v=0;if(g>2e6)for(let S of e)S.from>=c.from&&S.from<c.to&&S.size!=S.displaySize&&S.from*this.heightOracle.charWidth+v<this.pixelViewport.left&&(v=S.size-S.displaySize);let w=this.pixelViewport.left+v,k=this.pixelViewport.right+v,x,b;if(f!=null){let S=Qr(d,f),C=((k-w)/2+y)/g;x=S-C,b=S+C}else x=(w-y)/g,b=(k+y)/g;p=Zr(d,x),m=Zr(d,b)}p>c.from&&l(c.from,p,c,d),m<c.to&&l(m,c.to,c,d)};for(let c of this.viewportLines)Array.isArray(c.type)?c.type.forEach(h):h(c);return a}gapSize(e,t,i,s){let r=Qr(s,i)-Qr(s,t);return this.heightOracle.lineWrapping?e.height*r:s.total*this.heightOracle.charWidth*r}updateLineGaps(e){As.same(e,this.lineGaps)||(this.lineGaps=e,this.lineGapDeco=I.set(e.map(t=>t.draw(this,this.heightOracle.lineWrapping))))}computeVisibleRanges(e){let t=this.stateDeco;this.lineGaps.length&&(t=t.concat(this.lineGapDeco));let i=[];Q.spans(t,this.viewport.from,this.viewport.to,{span(r,o){i.push({from:r,to:o})},point(){}},20);let s=0;if(i.length!=this.visibleRanges.length)s=12;else for(let r=0;r<i.length&&!(s&8);r++){let o=this.visibleRanges[r],a=i[r];(o.from!=a.from||o.to!=a.to)&&(s|=4,e&&e.mapPos(o.from,-1)==a.from&&e.mapPos(o.to,1)==a.to||(s|=8))}return this.visibleRanges=i,s}lineBlockAt(e){return e>=this.viewport.from&&e<=this.viewport.to&&this.viewportLines.find(t=>t.from<=e&&t.to>=e)||vs(this.heightMap.lineAt(e,ce.ByPos,this.heightOracle,0,0),this.scaler)}lineBlockAtHeight(e){return e>=this.viewportLines[0].top&&e<=this.viewportLines[this.viewportLines.length-1].bottom&&this.viewportLines.find(t=>t.top<=e&&t.bottom>=e)||vs(this.heightMap.lineAt(this.scaler.fromDOM(e),ce.ByHeight,this.heightOracle,0,0),this.scaler)}getScrollOffset(){return this.scrollParent==this.view.scrollDOM?this.scrollParent.scrollTop*this.scaleY:(this.scrollParent?this.scrollParent.getBoundingClientRect().top:0)-this.view.contentDOM.getBoundingClientRect().top}scrollAnchorAt(e){let t=this.lineBlockAtHeight(e+12-this.paddingTop);return t.from>=this.viewport.from||this.viewportLines[0].top-e>200?t:this.viewportLines[0]}elementAtHeight(e){return vs(this.heightMap.blockAt(this.scaler.fromDOM(e),this.heightOracle,0,0),this.scaler)}get docHeight(){return this.scaler.toDOM(this.heightMap.height)}get contentHeight(){return this.docHeight+this.paddingTop+this.paddingBottom}},Ai=class{constructor(e,t){this.from=e,this.to=t}};function _k(n,e,t){let i=[],s=n,r=0;return Q.spans(t,n,e,{span(){},point(o,a){o>s&&(i.push({from:s,to:o}),r+=o-s),s=a}},20),s<e&&(i.push({from:s,to:e}),r+=e-s),{total:r,ranges:i}}function Zr({total:n,ranges:e},t){if(t<=0)return e[0].from;if(t>=1)return e[e.length-1].to;let i=Math.floor(n*t);for(let s=0;;s++){let{from:r,to:o}=e[s],a=o-r;if(i<=a)return r+i;i-=a}}function Qr(n,e){let t=0;for(let{from:i,to:s}of n.ranges){if(e<=s){t+=e-i;break}t+=s-i}return t/n.total}function Lk(n,e){for(let t of n)if(e(t))return t}var Uh={toDOM(n){return n},fromDOM(n){return n},scale:1,eq(n){return n==this}};function fp(n){let e=n.facet(Eo).filter(i=>typeof i!="function"),t=n.facet(uc).filter(i=>typeof i!="function");return t.length&&e.push(Q.join(t)),e}var jh=class n{constructor(e,t){this.scale=e,this.viewports=t}static get(e,t,i){let s=0,r=0,o=0,a=i.map(({from:h,to:c})=>{let d=t.lineAt(h,ce.ByPos,e,0,0).top,f=t.lineAt(c,ce.ByPos,e,0,0).bottom;return s+=f-d,{from:h,to:c,top:d,bottom:f,domTop:0,domBottom:0}});if(t.height-s<10)return Uh;let l=(7e6-s)/(t.height-s);for(let h of a)h.domTop=o+(h.top-r)*l,o=h.domBottom=h.domTop+(h.bottom-h.top),r=h.bottom;return new n(l,a)}toDOM(e){for(let t=0,i=0,s=0;;t++){let r=t<this.viewports.length?this.viewports[t]:null;if(!r||e<r.top)return s+(e-i)*this.scale;if(e<=r.bottom)return r.domTop+(e-r.top);i=r.bottom,s=r.domBottom}}fromDOM(e){for(let t=0,i=0,s=0;;t++){let r=t<this.viewports.length?this.viewports[t]:null;if(!r||e<r.domTop)return i+(e-s)/this.scale;if(e<=r.domBottom)return r.top+(e-r.domTop);i=r.bottom,s=r.domBottom}}eq(e){return e instanceof n?this.scale==e.scale&&this.viewports.length==e.viewports.length&&this.viewports.every((t,i)=>t.from==e.viewports[i].from&&t.to==e.viewports[i].to):!1}};function vs(n,e){if(e.scale==1)return n;let t=e.toDOM(n.top),i=e.toDOM(n.bottom);return new Mt(n.from,n.length,t,i-t,Array.isArray(n._content)?n._content.map(s=>vs(s,e)):n._content)}var eo=P.define({combine:n=>n.join(" ")}),Gh=P.define({combine:n=>n.indexOf(!0)>-1}),Kh=vt.newName(),ym=vt.newName(),vm=vt.newName(),bm={"&light":"."+ym,"&dark":"."+vm};function Yh(n,e,t){return new vt(e,{finish(i){return/&/.test(i)?i.replace(/&\w*/,s=>{if(s=="&")return n;if(!t||!t[s])throw new RangeError(`Unsupported selector: ${s}`);return t[s]}):n+" "+i}})}var Bk=Yh("."+Kh,{"&":{position:"relative !important",boxSizing:"border-box","&.cm-focused":{outline:"1px dotted #212121"},display:"flex !important",flexDirection:"column"},".cm-scroller":{display:"flex !important",alignItems:"flex-start !important",fontFamily:"monospace",lineHeight:1.4,height:"100%",overflowX:"auto",position:"relative",zIndex:0,overflowAnchor:"none"},".cm-content":{margin:0,flexGrow:2,flexShrink:0,display:"block",whiteSpace:"pre",wordWrap:"normal",boxSizing:"border-box",minHeight:"100%",padding:"4px 0",outline:"none","&[contenteditable=true]":{WebkitUserModify:"read-write-plaintext-only"}},".cm-lineWrapping":{whiteSpace_fallback:"pre-wrap",whiteSpace:"break-spaces",wordBreak:"break-word",overflowWrap:"anywhere",flexShrink:1},"&light .cm-content":{caretColor:"black"},"&dark .cm-content":{caretColor:"white"},".cm-line":{display:"block",padding:"0 2px 0 6px"},".cm-layer":{userSelect:"none",position:"absolute",left:0,top:0,contain:"size style","& > *":{position:"absolute"}},"&light .cm-selectionBackground":{background:"#d9d9d9"},"&dark .cm-selectionBackground":{background:"#222"},"&light.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground":{background:"#d7d4f0"},"&dark.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground":{background:"#233"},".cm-cursorLayer":{pointerEvents:"none"},"&.cm-focused > .cm-scroller > .cm-cursorLayer":{animation:"steps(1) cm-blink 1.2s infinite"},"@keyframes cm-blink":{"0%":{},"50%":{opacity:0},"100%":{}},"@keyframes cm-blink2":{"0%":{},"50%":{opacity:0},"100%":{}},".cm-cursor, .cm-dropCursor":{borderLeft:"1.2px solid black",marginLeft:"-0.6px",pointerEvents:"none"},".cm-cursor":{display:"none"},"&dark .cm-cursor":{borderLeftColor:"#ddd"},".cm-selectionHandle":{backgroundColor:"currentColor",width:"1.5px"},".cm-selectionHandle-start::before, .cm-selectionHandle-end::before":{content:'""',backgroundColor:"inherit",borderRadius:"50%",width:"8px",height:"8px",position:"absolute",left:"-3.25px"},".cm-selectionHandle-start::before":{top:"-8px"},".cm-selectionHandle-end::before":{bottom:"-8px"},".cm-dropCursor":{position:"absolute"},"&.cm-focused > .cm-scroller > .cm-cursorLayer .cm-cursor":{display:"block"},".cm-iso":{unicodeBidi:"isolate"},".cm-announced":{position:"fixed",top:"-10000px"},"@media print":{".cm-announced":{display:"none"}},"&light .cm-activeLine":{backgroundColor:"#cceeff44"},"&dark .cm-activeLine":{backgroundColor:"#99eeff33"},"&light .cm-specialChar":{color:"red"},"&dark .cm-specialChar":{color:"#f78"},".cm-gutters":{flexShrink:0,display:"flex",height:"100%",boxSizing:"border-box",zIndex:200},".cm-gutters-before":{insetInlineStart:0},".cm-gutters-after":{insetInlineEnd:0},"&light .cm-gutters":{backgroundColor:"#f5f5f5",color:"#6c6c6c",border:"0px solid #ddd","&.cm-gutters-before":{borderRightWidth:"1px"},"&.cm-gutters-after":{borderLeftWidth:"1px"}},"&dark .cm-gutters":{backgroundColor:"#333338",color:"#ccc"},".cm-gutter":{display:"flex !important",flexDirection:"column",flexShrink:0,boxSizing:"border-box",minHeight:"100%",overflow:"hidden"},".cm-gutterElement":{boxSizing:"border-box"},".cm-lineNumbers .cm-gutterElement":{padding:"0 3px 0 5px",minWidth:"20px",textAlign:"right",whiteSpace:"nowrap"},"&light .cm-activeLineGutter":{backgroundColor:"#e2f2ff"},"&dark .cm-activeLineGutter":{backgroundColor:"#222227"},".cm-panels":{boxSizing:"border-box",position:"sticky",left:0,right:0,zIndex:300},"&light .cm-panels":{backgroundColor:"#f5f5f5",color:"black"},".cm-panels-top":{top:"0"},".cm-panels-bottom":{bottom:"0"},"&light .cm-panels-top":{borderBottom:"1px solid #ddd"},"&light .cm-panels-bottom":{borderTop:"1px solid #ddd"},"&dark .cm-panels":{backgroundColor:"#333338",color:"white"},".cm-dialog":{padding:"2px 19px 4px 6px",position:"relative","& label":{fontSize:"80%"}},".cm-dialog-close":{position:"absolute",top:"3px",right:"4px",backgroundColor:"inherit",border:"none",font:"inherit",fontSize:"14px",padding:"0"},".cm-tab":{display:"inline-block",overflow:"hidden",verticalAlign:"bottom"},".cm-widgetBuffer":{verticalAlign:"baseline",height:"1em",width:0,display:"inline"},".cm-placeholder":{color:"#888",display:"inline-block",verticalAlign:"top",userSelect:"none"},".cm-highlightSpace":{background:"radial-gradient(circle at 50% 55%, #aaa 20%, transparent 0) no-repeat",backgroundSize:".4em",backgroundPosition:"calc(min(50%, 0px)) center"},".cm-highlightTab":{backgroundImage:`url('data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="200" height="20"><path stroke="%23888" stroke-width="1" fill="none" d="M1 10H196L190 5M190 15L196 10M197 4L197 16"/></svg>')`,backgroundSize:"auto 100%",backgroundPosition:"right 90%",backgroundRepeat:"no-repeat"},".cm-trailingSpace":{backgroundColor:"#ff332255"},".cm-button":{verticalAlign:"middle",color:"inherit",fontSize:"70%",padding:".2em 1em",borderRadius:"1px"},"&light .cm-button":{backgroundImage:"linear-gradient(#eff1f5, #d9d9df)",border:"1px solid #888","&:active":{backgroundImage:"linear-gradient(#b4b4b4, #d0d3d6)"}},"&dark .cm-button":{backgroundImage:"linear-gradient(#393939, #111)",border:"1px solid #888","&:active":{backgroundImage:"linear-gradient(#111, #333)"}},".cm-textfield":{verticalAlign:"middle",color:"inherit",fontSize:"70%",border:"1px solid silver",padding:".2em .5em"},"&light .cm-textfield":{backgroundColor:"white"},"&dark .cm-textfield":{border:"1px solid #555",backgroundColor:"inherit"}},bm),Ik={childList:!0,characterData:!0,subtree:!0,attributes:!0,characterDataOldValue:!0},hh=L.ie&&L.ie_version<=11,Jh=class{constructor(e){this.view=e,this.active=!1,this.editContext=null,this.selectionRange=new yh,this.selectionChanged=!1,this.delayedFlush=-1,this.resizeTimeout=-1,this.queue=[],this.delayedAndroidKey=null,this.flushingAndroidKey=-1,this.lastChange=0,this.scrollTargets=[],this.intersection=null,this.resizeScroll=null,this.intersecting=!1,this.gapIntersection=null,this.gaps=[],this.printQuery=null,this.parentCheck=-1,this.dom=e.contentDOM,this.observer=new MutationObserver(t=>{for(let i of t)this.queue.push(i);(L.ie&&L.ie_version<=11||L.ios&&e.composing)&&t.some(i=>i.type=="childList"&&i.removedNodes.length||i.type=="characterData"&&i.oldValue.length>i.target.nodeValue.length)?this.flushSoon():this.flush()}),window.EditContext&&L.android&&e.constructor.EDIT_CONTEXT!==!1&&!(L.chrome&&L.chrome_version<126)&&(this.editContext=new Xh(e),e.state.facet(sn)&&(e.contentDOM.editContext=this.editContext.editContext)),hh&&(this.onCharData=t=>{this.queue.push({target:t.target,type:"characterData",oldValue:t.prevValue}),this.flushSoon()}),this.onSelectionChange=this.onSelectionChange.bind(this),this.onResize=this.onResize.bind(this),this.onPrint=this.onPrint.bind(this),this.onScroll=this.onScroll.bind(this),window.matchMedia&&(this.printQuery=window.matchMedia("print")),typeof ResizeObserver=="function"&&(this.resizeScroll=new ResizeObserver(()=>{var t;((t=this.view.docView)===null||t===void 0?void 0:t.lastUpdate)<Date.now()-75&&this.onResize()}),this.resizeScroll.observe(e.scrollDOM)),this.addWindowListeners(this.win=e.win),this.start(),typeof IntersectionObserver=="function"&&(this.intersection=new IntersectionObserver(t=>{this.parentCheck<0&&(this.parentCheck=setTimeout(this.listenForScroll.bind(this),1e3)),t.length>0&&t[t.length-1].intersectionRatio>0!=this.intersecting&&(this.intersecting=!this.intersecting,this.intersecting!=this.view.inView&&this.onScrollChanged(document.createEvent("Event")))},{threshold:[0,.001]}),this.intersection.observe(this.dom),this.gapIntersection=new IntersectionObserver(t=>{t.length>0&&t[t.length-1].intersectionRatio>0&&this.onScrollChanged(document.createEvent("Event"))},{})),this.listenForScroll(),this.readSelectionRange()}onScrollChanged(e){this.view.inputState.runHandlers("scroll",e),this.intersecting&&this.view.measure()}onScroll(e){this.intersecting&&this.flush(this.pendingRecords().length>0),this.editContext&&this.view.requestMeasure(this.editContext.measureReq),this.onScrollChanged(e)}onResize(){this.resizeTimeout<0&&(this.resizeTimeout=setTimeout(()=>{this.resizeTimeout=-1,this.view.requestMeasure()},50))}onPrint(e){(e.type=="change"||!e.type)&&!e.matches||(this.view.viewState.printing=!0,this.view.measure(),setTimeout(()=>{this.view.viewState.printing=!1,this.view.requestMeasure()},500))}updateGaps(e){if(this.gapIntersection&&(e.length!=this.gaps.length||this.gaps.some((t,i)=>t!=e[i]))){this.gapIntersection.disconnect();for(let t of e)this.gapIntersection.observe(t);this.gaps=e}}onSelectionChange(e){let t=this.selectionChanged;if(!this.readSelectionRange()||this.delayedAndroidKey)return;let{view:i}=this,s=this.selectionRange;if(i.state.facet(sn)?i.root.activeElement!=this.dom:!bs(this.dom,s))return;let r=s.anchorNode&&i.docView.tile.nearest(s.anchorNode);if(r&&r.isWidget()&&r.widget.ignoreEvent(e)){t||(this.selectionChanged=!1);return}(L.ie&&L.ie_version<=11||L.android&&L.chrome)&&!i.state.selection.main.empty&&s.focusNode&&ws(s.focusNode,s.focusOffset,s.anchorNode,s.anchorOffset)?this.flushSoon():this.flush(!1)}readSelectionRange(){let{view:e}=this,t=Ps(e.root);if(!t)return!1;let i=L.safari&&e.root.nodeType==11&&e.root.activeElement==this.dom&&Fk(this.view,t)||t;if(!i||this.selectionRange.eq(i))return!1;let s=bs(this.dom,i);return s&&!this.selectionChanged&&e.inputState.lastFocusTime>Date.now()-200&&e.inputState.lastTouchTime<Date.now()-300&&Ow(this.dom,i)?(this.view.inputState.lastFocusTime=0,e.docView.updateSelection(),!1):(this.selectionRange.setRange(i),s&&(this.selectionChanged=!0),!0)}setSelectionRange(e,t){this.selectionRange.set(e.node,e.offset,t.node,t.offset),this.selectionChanged=!1}clearSelectionRange(){this.selectionRange.set(null,0,null,0)}listenForScroll(){this.parentCheck=-1;let e=0,t=null;for(let i=this.dom;i;)if(Be(i))!t&&e<this.scrollTargets.length&&this.scrollTargets[e]==i?e++:t||(t=this.scrollTargets.slice(0,e)),t&&t.push(i),i=i.assignedSlot||i.parentNode;else if(i.nodeType==11)i=i.host;else break;if(e<this.scrollTargets.length&&!t&&(t=this.scrollTargets.slice(0,e)),t){for(let i of this.scrollTargets)i.removeEventListener("scroll",this.onScroll);for(let i of this.scrollTargets=t)i.addEventListener("scroll",this.onScroll)}}ignore(e){if(!this.active)return e();try{return this.stop(),e()}finally{this.start(),this.clear()}}start(){this.active||(this.observer.observe(this.dom,Ik),hh&&this.dom.addEventListener("DOMCharacterDataModified",this.onCharData),this.active=!0)}stop(){this.active&&(this.active=!1,this.observer.disconnect(),hh&&this.dom.removeEventListener("DOMCharacterDataModified",this.onCharData))}clear(){this.processRecords(),this.queue.length=0,this.selectionChanged=!1}delayAndroidKey(e,t){var i;if(!this.delayedAndroidKey){let s=()=>{let r=this.delayedAndroidKey;r&&(this.clearDelayedAndroidKey(),this.view.inputState.lastKeyCode=r.keyCode,this.view.inputState.lastKeyTime=Date.now(),!this.flush()&&r.force&&Di(this.dom,r.key,r.keyCode))};this.flushingAndroidKey=this.view.win.requestAnimationFrame(s)}(!this.delayedAndroidKey||e=="Enter")&&(this.delayedAndroidKey={key:e,keyCode:t,force:this.lastChange<Date.now()-50||!!(!((i=this.delayedAndroidKey)===null||i===void 0)&&i.force)})}clearDelayedAndroidKey(){this.win.cancelAnimationFrame(this.flushingAndroidKey),this.delayedAndroidKey=null,this.flushingAndroidKey=-1}flushSoon(){this.delayedFlush<0&&(this.delayedFlush=this.view.win.requestAnimationFrame(()=>{this.delayedFlush=-1,this.flush()}))}forceFlush(){this.delayedFlush>=0&&(this.view.win.cancelAnimationFrame(this.delayedFlush),this.delayedFlush=-1),this.flush()}pendingRecords(){for(let e of this.observer.takeRecords())this.queue.push(e);return this.queue}processRecords(){let e=this.pendingRecords();e.length&&(this.queue=[]);let t=-1,i=-1,s=!1;for(let r of e){let o=this.readMutation(r);o&&(o.typeOver&&(s=!0),t==-1?{from:t,to:i}=o:(t=Math.min(o.from,t),i=Math.max(o.to,i)))}return{from:t,to:i,typeOver:s}}readChange(){let{from:e,to:t,typeOver:i}=this.processRecords(),s=this.selectionChanged&&bs(this.dom,this.selectionRange);if(e<0&&!s)return null;e>-1&&(this.lastChange=Date.now()),this.view.inputState.lastFocusTime=0,this.selectionChanged=!1;let r=new Lh(this.view,e,t,i);return this.view.docView.domChanged={newSel:r.newSel?r.newSel.main:null},r}flush(e=!0){if(this.delayedFlush>=0||this.delayedAndroidKey)return!1;e&&this.readSelectionRange();let t=this.selectionChanged,i=this.readChange();if(!i)return this.view.requestMeasure(),!1;let s=this.view.state,r=am(this.view,i);return this.view.state==s&&(i.domChanged||t)&&this.view.update([]),r}readMutation(e){let t=this.view.docView.tile.nearest(e.target);if(!t||t.isWidget())return null;if(t.markDirty(e.type=="attributes"),e.type=="childList"){let i=pp(t,e.previousSibling||e.target.previousSibling,-1),s=pp(t,e.nextSibling||e.target.nextSibling,1);return{from:i?t.posAfter(i):t.posAtStart,to:s?t.posBefore(s):t.posAtEnd,typeOver:!1}}else return e.type=="characterData"?{from:t.posAtStart,to:t.posAtEnd,typeOver:e.target.nodeValue==e.oldValue}:null}setWindow(e){e!=this.win&&(this.removeWindowListeners(this.win),this.win=e,this.addWindowListeners(this.win))}addWindowListeners(e){e.addEventListener("resize",this.onResize),this.printQuery?this.printQuery.addEventListener?this.printQuery.addEventListener("change",this.onPrint):this.printQuery.addListener(this.onPrint):e.addEventListener("beforeprint",this.onPrint),e.addEventListener("scroll",this.onScroll),e.document.addEventListener("selectionchange",this.onSelectionChange)}removeWindowListeners(e){e.removeEventListener("scroll",this.onScroll),e.removeEventListener("resize",this.onResize),this.printQuery?this.printQuery.removeEventListener?this.printQuery.removeEventListener("change",this.onPrint):this.printQuery.removeListener(this.onPrint):e.removeEventListener("beforeprint",this.onPrint),e.document.removeEventListener("selectionchange",this.onSelectionChange)}update(e){this.editContext&&(this.editContext.update(e),e.startState.facet(sn)!=e.state.facet(sn)&&(e.view.contentDOM.editContext=e.state.facet(sn)?this.editContext.editContext:null))}destroy(){var e,t,i;this.stop(),(e=this.intersection)===null||e===void 0||e.disconnect(),(t=this.gapIntersection)===null||t===void 0||t.disconnect(),(i=this.resizeScroll)===null||i===void 0||i.disconnect();for(let s of this.scrollTargets)s.removeEventListener("scroll",this.onScroll);this.removeWindowListeners(this.win),clearTimeout(this.parentCheck),clearTimeout(this.resizeTimeout),this.win.cancelAnimationFrame(this.delayedFlush),this.win.cancelAnimationFrame(this.flushingAndroidKey),this.editContext&&(this.view.contentDOM.editContext=null,this.editContext.destroy())}};function pp(n,e,t){for(;e;){let i=ve.get(e);if(i&&i.parent==n)return i;let s=e.parentNode;e=s!=n.dom?s:t>0?e.nextSibling:e.previousSibling}return null}function mp(n,e){let t=e.startContainer,i=e.startOffset,s=e.endContainer,r=e.endOffset,o=n.docView.domAtPos(n.state.selection.main.anchor,1);return ws(o.node,o.offset,s,r)&&([t,i,s,r]=[s,r,t,i]),{anchorNode:t,anchorOffset:i,focusNode:s,focusOffset:r}}function Fk(n,e){if(e.getComposedRanges){let s=e.getComposedRanges(n.root)[0];if(s)return mp(n,s)}let t=null;function i(s){s.preventDefault(),s.stopImmediatePropagation(),t=s.getTargetRanges()[0]}return n.contentDOM.addEventListener("beforeinput",i,!0),n.dom.ownerDocument.execCommand("indent"),n.contentDOM.removeEventListener("beforeinput",i,!0),t?mp(n,t):null}var Xh=class{constructor(e){this.from=0,this.to=0,this.pendingContextChange=null,this.handlers=Object.create(null),this.composing=null,this.resetRange(e.state);let t=this.editContext=new window.EditContext({text:e.state.doc.sliceString(this.from,this.to),selectionStart:this.toContextPos(Math.max(this.from,Math.min(this.to,e.state.selection.main.anchor))),selectionEnd:this.toContextPos(e.state.selection.main.head)});this.handlers.textupdate=i=>{let s=e.state.selection.main,{anchor:r,head:o}=s,a=this.toEditorPos(i.updateRangeStart),l=this.toEditorPos(i.updateRangeEnd);e.inputState.composing>=0&&!this.composing&&(this.composing={contextBase:i.updateRangeStart,editorBase:a,drifted:!1});let h=l-a>i.text.length;a==this.from&&r<this.from?a=r:l==this.to&&r>this.to&&(l=r);let c=lm(e.state.sliceDoc(a,l),i.text,(h?s.from:s.to)-a,h?"end":null);if(!c){let f=A.single(this.toEditorPos(i.selectionStart),this.toEditorPos(i.selectionEnd));Bh(f,s)||e.dispatch({selection:f,userEvent:"select"});return}let d={from:c.from+a,to:c.toA+a,insert:j.of(i.text.slice(c.from,c.toB).split(`
`))};if((L.mac||L.android)&&d.from==o-1&&/^\. ?$/.test(i.text)&&e.contentDOM.getAttribute("autocorrect")=="off"&&(d={from:a,to:l,insert:j.of([i.text.replace("."," ")])}),this.pendingContextChange=d,!e.state.readOnly){let f=this.to-this.from+(d.to-d.from+d.insert.length);fc(e,d,A.single(this.toEditorPos(i.selectionStart,f),this.toEditorPos(i.selectionEnd,f)))}this.pendingContextChange&&(this.revertPending(e.state),this.setSelection(e.state)),d.from<d.to&&!d.insert.length&&e.inputState.composing>=0&&!/[\\p{Alphabetic}\\p{Number}_]/.test(t.text.slice(Math.max(0,i.updateRangeStart-1),Math.min(t.text.length,i.updateRangeStart+1)))&&this.handlers.compositionend(i)},this.handlers.characterboundsupdate=i=>{let s=[],r=null;for(let o=this.toEditorPos(i.rangeStart),a=this.toEditorPos(i.rangeEnd);o<a;o++){let l=e.coordsForChar(o);r=l&&new DOMRect(l.left,l.top,l.right-l.left,l.bottom-l.top)||r||new DOMRect,s.push(r)}t.updateCharacterBounds(i.rangeStart,s)},this.handlers.textformatupdate=i=>{let s=[];for(let r of i.getTextFormats()){let o=r.underlineStyle,a=r.underlineThickness;if(!/none/i.test(o)&&!/none/i.test(a)){let l=this.toEditorPos(r.rangeStart),h=this.toEditorPos(r.rangeEnd);if(l<h){let c=`text-decoration: underline ${/^[a-z]/.test(o)?o+" ":o=="Dashed"?"dashed ":o=="Squiggle"?"wavy ":""}${/thin/i.test(a)?1:2}px`;s.push(I.mark({attributes:{style:c}}).range(l,h))}}}e.dispatch({effects:Xp.of(I.set(s))})},this.handlers.compositionstart=()=>{e.inputState.composing<0&&(e.inputState.composing=0,e.inputState.compositionFirstChange=!0)},this.handlers.compositionend=()=>{if(e.inputState.composing=-1,e.inputState.compositionFirstChange=null,this.composing){let{drifted:i}=this.composing;this.composing=null,i&&this.reset(e.state)}};for(let i in this.handlers)t.addEventListener(i,this.handlers[i]);this.measureReq={read:i=>{let s=Ps(i.root);s&&s.rangeCount&&this.editContext.updateSelectionBounds(s.getRangeAt(0).getBoundingClientRect())}}}applyEdits(e){let t=0,i=!1,s=this.pendingContextChange;return e.changes.iterChanges((r,o,a,l,h)=>{if(i)return;let c=h.length-(o-r);if(s&&o>=s.to)if(s.from==r&&s.to==o&&s.insert.eq(h)){s=this.pendingContextChange=null,t+=c,this.to+=c;return}else s=null,this.revertPending(e.state);if(r+=t,o+=t,o<=this.from)this.from+=c,this.to+=c;else if(r<this.to){if(r<this.from||o>this.to||this.to-this.from+h.length>3e4){i=!0;return}this.editContext.updateText(this.toContextPos(r),this.toContextPos(o),h.toString()),this.to+=c}t+=c}),s&&!i&&this.revertPending(e.state),!i}update(e){let t=this.pendingContextChange,i=e.startState.selection.main;this.composing&&(this.composing.drifted||!e.changes.touchesRange(i.from,i.to)&&e.transactions.some(s=>!s.isUserEvent("input.type")&&s.changes.touchesRange(this.from,this.to)))?(this.composing.drifted=!0,this.composing.editorBase=e.changes.mapPos(this.composing.editorBase)):!this.applyEdits(e)||!this.rangeIsValid(e.state)?(this.pendingContextChange=null,this.reset(e.state)):(e.docChanged||e.selectionSet||t)&&this.setSelection(e.state),(e.geometryChanged||e.docChanged||e.selectionSet)&&e.view.requestMeasure(this.measureReq)}resetRange(e){let{head:t}=e.selection.main;this.from=Math.max(0,t-1e4),this.to=Math.min(e.doc.length,t+1e4)}reset(e){this.resetRange(e),this.editContext.updateText(0,this.editContext.text.length,e.doc.sliceString(this.from,this.to)),this.setSelection(e)}revertPending(e){let t=this.pendingContextChange;this.pendingContextChange=null,this.editContext.updateText(this.toContextPos(t.from),this.toContextPos(t.from+t.insert.length),e.doc.sliceString(t.from,t.to))}setSelection(e){let{main:t}=e.selection,i=this.toContextPos(Math.max(this.from,Math.min(this.to,t.anchor))),s=this.toContextPos(t.head);(this.editContext.selectionStart!=i||this.editContext.selectionEnd!=s)&&this.editContext.updateSelection(i,s)}rangeIsValid(e){let{head:t}=e.selection.main;return!(this.from>0&&t-this.from<500||this.to<e.doc.length&&this.to-t<500||this.to-this.from>1e4*3)}toEditorPos(e,t=this.to-this.from){e=Math.min(e,t);let i=this.composing;return i&&i.drifted?i.editorBase+(e-i.contextBase):e+this.from}toContextPos(e){let t=this.composing;return t&&t.drifted?t.contextBase+(e-t.editorBase):e-this.from}destroy(){for(let e in this.handlers)this.editContext.removeEventListener(e,this.handlers[e])}},E=class n{get state(){return this.viewState.state}get viewport(){return this.viewState.viewport}get visibleRanges(){return this.viewState.visibleRanges}get inView(){return this.viewState.inView}get composing(){return!!this.inputState&&this.inputState.composing>0}get compositionStarted(){return!!this.inputState&&this.inputState.composing>=0}get root(){return this._root}get win(){return this.dom.ownerDocument.defaultView||window}constructor(e={}){var t;this.plugins=[],this.pluginMap=new Map,this.editorAttrs={},this.contentAttrs={},this.bidiCache=[],this.destroyed=!1,this.updateState=2,this.measureScheduled=-1,this.measureRequests=[],this.clearAnnouncement=-1,this.contentDOM=document.createElement("div"),this.scrollDOM=document.createElement("div"),this.scrollDOM.tabIndex=-1,this.scrollDOM.className="cm-scroller",this.scrollDOM.appendChild(this.contentDOM),this.announceDOM=document.createElement("div"),this.announceDOM.className="cm-announced",this.announceDOM.setAttribute("aria-live","polite"),this.dom=document.createElement("div"),this.dom.appendChild(this.announceDOM),this.dom.appendChild(this.scrollDOM),e.parent&&e.parent.appendChild(this.dom);let{dispatch:i}=e;this.dispatchTransactions=e.dispatchTransactions||i&&(s=>s.forEach(r=>i(r,this)))||(s=>this.update(s)),this.dispatch=this.dispatch.bind(this),this._root=e.root||Pw(e.parent)||document,this.viewState=new wo(this,e.state||te.create(e)),e.scrollTo&&e.scrollTo.is(Yr)&&(this.viewState.scrollTarget=e.scrollTo.value.clip(this.viewState.state)),this.plugins=this.state.facet(Ci).map(s=>new xs(s));for(let s of this.plugins)s.update(this);this.observer=new Jh(this),this.inputState=new Ih(this),this.inputState.ensureHandlers(this.plugins),this.docView=new go(this),this.mountStyles(),this.updateAttrs(),this.updateState=0,this.requestMeasure(),!((t=document.fonts)===null||t===void 0)&&t.ready&&document.fonts.ready.then(()=>{this.viewState.mustMeasureContent="refresh",this.requestMeasure()})}dispatch(...e){let t=e.length==1&&e[0]instanceof xe?e:e.length==1&&Array.isArray(e[0])?e[0]:[this.state.update(...e)];this.dispatchTransactions(t,this)}update(e){if(this.updateState!=0)throw new Error("Calls to EditorView.update are not allowed while an update is in progress");let t=!1,i=!1,s,r=this.state;for(let f of e){if(f.startState!=r)throw new RangeError("Trying to update state with a transaction that doesn't start from the previous state.");r=f.state}if(this.destroyed){this.viewState.state=r;return}let o=this.hasFocus,a=0,l=null;e.some(f=>f.annotation(pm))?(this.inputState.notifiedFocused=o,a=1):o!=this.inputState.notifiedFocused&&(this.inputState.notifiedFocused=o,l=mm(r,o),l||(a=1));let h=this.observer.delayedAndroidKey,c=null;if(h?(this.observer.clearDelayedAndroidKey(),c=this.observer.readChange(),(c&&!this.state.doc.eq(r.doc)||!this.state.selection.eq(r.selection))&&(c=null)):this.observer.clear(),r.facet(te.phrases)!=this.state.facet(te.phrases))return this.setState(r);s=po.create(this,r,e),s.flags|=a;let d=this.viewState.scrollTarget;try{this.updateState=2;for(let f of e){if(d&&(d=d.map(f.changes)),f.scrollIntoView){let{main:p}=f.state.selection,{x:m,y:g}=this.state.facet(n.cursorScrollMargin);d=new ks(p.empty?p:A.cursor(p.head,p.head>p.anchor?-1:1),"nearest","nearest",g,m)}for(let p of f.effects)p.is(Yr)&&(d=p.value.clip(this.state))}this.viewState.update(s,d),this.bidiCache=ko.update(this.bidiCache,s.changes),s.empty||(this.updatePlugins(s),this.inputState.update(s)),t=this.docView.update(s),this.state.facet(ys)!=this.styleModules&&this.mountStyles(),i=this.updateAttrs(),this.showAnnouncements(e),this.docView.updateSelection(t,e.some(f=>f.isUserEvent("select.pointer")))}finally{this.updateState=0}if(s.startState.facet(eo)!=s.state.facet(eo)&&(this.viewState.mustMeasureContent=!0),(t||i||d||this.viewState.mustEnforceCursorAssoc||this.viewState.mustMeasureContent)&&this.requestMeasure(),t&&this.docViewUpdate(),!s.empty)for(let f of this.state.facet(kh))try{f(s)}catch(p){qe(this.state,p,"update listener")}(l||c)&&Promise.resolve().then(()=>{l&&this.state==l.startState&&this.dispatch(l),c&&!am(this,c)&&h.force&&Di(this.contentDOM,h.key,h.keyCode)})}setState(e){if(this.updateState!=0)throw new Error("Calls to EditorView.setState are not allowed while an update is in progress");if(this.destroyed){this.viewState.state=e;return}this.updateState=2;let t=this.hasFocus;try{for(let i of this.plugins)i.destroy(this);this.viewState=new wo(this,e),this.plugins=e.facet(Ci).map(i=>new xs(i)),this.pluginMap.clear();for(let i of this.plugins)i.update(this);this.docView.destroy(),this.docView=new go(this),this.inputState.ensureHandlers(this.plugins),this.mountStyles(),this.updateAttrs(),this.bidiCache=[]}finally{this.updateState=0}t&&this.focus(),this.requestMeasure()}updatePlugins(e){let t=e.startState.facet(Ci),i=e.state.facet(Ci);if(t!=i){let s=[];for(let r of i){let o=t.indexOf(r);if(o<0)s.push(new xs(r));else{let a=this.plugins[o];a.mustUpdate=e,s.push(a)}}for(let r of this.plugins)r.mustUpdate!=e&&r.destroy(this);this.plugins=s,this.pluginMap.clear()}else for(let s of this.plugins)s.mustUpdate=e;for(let s=0;s<this.plugins.length;s++)this.plugins[s].update(this);t!=i&&this.inputState.ensureHandlers(this.plugins)}docViewUpdate(){for(let e of this.plugins){let t=e.value;if(t&&t.docViewUpdate)try{t.docViewUpdate(this)}catch(i){qe(this.state,i,"doc view update listener")}}}measure(e=!0){if(this.destroyed)return;if(this.measureScheduled>-1&&this.win.cancelAnimationFrame(this.measureScheduled),this.observer.delayedAndroidKey){this.measureScheduled=-1,this.requestMeasure();return}this.measureScheduled=0,e&&this.observer.forceFlush();let t=null,i=this.viewState.scrollParent,s=this.viewState.getScrollOffset(),{scrollAnchorPos:r,scrollAnchorHeight:o,scaleY:a}=this.viewState;Math.abs(s-this.viewState.scrollOffset)>1&&(o=-1),this.viewState.scrollAnchorHeight=-1;try{for(let l=0;;l++){if(o<0){if(Lp(i||this.win))r=-1,o=this.viewState.heightMap.height/this.viewState.scaleY;else{let m=this.viewState.scrollAnchorAt(s);r=m.from,o=m.top}a=this.viewState.scaleY}this.updateState=1;let h=this.viewState.measure();if(!h&&!this.measureRequests.length&&this.viewState.scrollTarget==null)break;if(l>5){console.warn(this.measureRequests.length?"Measure loop restarted more than 5 times":"Viewport failed to stabilize");break}let c=[];h&4||([this.measureRequests,c]=[c,this.measureRequests]);let d=c.map(m=>{try{return m.read(this)}catch(g){return qe(this.state,g),gp}}),f=po.create(this,this.state,[]),p=!1;f.flags|=h,t?t.flags|=h:t=f,this.updateState=2,f.empty||(this.updatePlugins(f),this.inputState.update(f),this.updateAttrs(),p=this.docView.update(f),p&&this.docViewUpdate());for(let m=0;m<c.length;m++)if(d[m]!=gp)try{let g=c[m];g.write&&g.write(d[m],this)}catch(g){qe(this.state,g)}if(p&&this.docView.updateSelection(!0),!f.viewportChanged&&this.measureRequests.length==0){if(this.viewState.editorHeight)if(this.viewState.scrollTarget){this.docView.scrollIntoView(this.viewState.scrollTarget),this.viewState.scrollTarget=null,o=-1;continue}else{let g=(r<0?this.viewState.heightMap.height:this.viewState.lineBlockAt(r).top)/this.viewState.scaleY-o/a;if((g>1||g<-1)&&!(L.ios&&this.inputState.lastIOSMomentumScroll>Date.now()-100)&&(i==this.scrollDOM||this.hasFocus||Math.max(this.inputState.lastWheelEvent,this.inputState.lastTouchTime)>Date.now()-100)){s=s+g,i?r<0?i.scrollTop=i.scrollHeight:i.scrollTop+=g:this.win.scrollBy(0,g),o=-1;continue}}break}}}finally{this.updateState=0,this.measureScheduled=-1}if(t&&!t.empty)for(let l of this.state.facet(kh))l(t)}get themeClasses(){return Kh+" "+(this.state.facet(Gh)?vm:ym)+" "+this.state.facet(eo)}updateAttrs(){let e=yp(this,Zp,{class:"cm-editor"+(this.hasFocus?" cm-focused ":" ")+this.themeClasses}),t={spellcheck:"false",autocorrect:"off",autocapitalize:"off",writingsuggestions:"false",translate:"no",contenteditable:this.state.facet(sn)?"true":"false",class:"cm-content",style:`${L.tabSize}: ${this.state.tabSize}`,role:"textbox","aria-multiline":"true"};this.state.readOnly&&(t["aria-readonly"]="true"),yp(this,cc,t);let i=this.observer.ignore(()=>{let s=Jf(this.contentDOM,this.contentAttrs,t),r=Jf(this.dom,this.editorAttrs,e);return s||r});return this.editorAttrs=e,this.contentAttrs=t,i}showAnnouncements(e){let t=!0;for(let i of e)for(let s of i.effects)if(s.is(n.announce)){t&&(this.announceDOM.textContent="",this.win.clearTimeout(this.clearAnnouncement),this.clearAnnouncement=this.win.setTimeout(()=>{this.announceDOM.textContent=" "},200),t=!1);let r=this.announceDOM.appendChild(document.createElement("div"));r.textContent=s.value}}mountStyles(){this.styleModules=this.state.facet(ys);let e=this.state.facet(n.cspNonce);vt.mount(this.root,this.styleModules.concat(Bk).reverse(),e?{nonce:e}:void 0)}readMeasured(){if(this.updateState==2)throw new Error("Reading the editor layout isn't allowed during an update");this.updateState==0&&this.measureScheduled>-1&&this.measure(!1)}requestMeasure(e){if(this.measureScheduled<0&&(this.measureScheduled=this.win.requestAnimationFrame(()=>this.measure())),e){if(this.measureRequests.indexOf(e)>-1)return;if(e.key!=null){for(let t=0;t<this.measureRequests.length;t++)if(this.measureRequests[t].key===e.key){this.measureRequests[t]=e;return}}this.measureRequests.push(e)}}plugin(e){let t=this.pluginMap.get(e);return(t===void 0||t&&t.plugin!=e)&&this.pluginMap.set(e,t=this.plugins.find(i=>i.plugin==e)||null),t&&t.update(this).value}get documentTop(){return this.contentDOM.getBoundingClientRect().top+this.viewState.paddingTop}get documentPadding(){return{top:this.viewState.paddingTop,bottom:this.viewState.paddingBottom}}get scaleX(){return this.viewState.scaleX}get scaleY(){return this.viewState.scaleY}elementAtHeight(e){return this.readMeasured(),this.viewState.elementAtHeight(e)}lineBlockAtHeight(e){return this.readMeasured(),this.viewState.lineBlockAtHeight(e)}get viewportLineBlocks(){return this.viewState.viewportLines}lineBlockAt(e){return this.viewState.lineBlockAt(e)}get contentHeight(){return this.viewState.contentHeight}moveByChar(e,t,i){return lh(this,e,np(this,e,t,i))}moveByGroup(e,t){return lh(this,e,np(this,e,t,i=>rk(this,e.head,i)))}visualLineSide(e,t){return t?A.cursor(e.to,1):A.cursor(e.from,-1)}moveToLineBoundary(e,t,i=!0){return sk(this,e,t,i)}moveVertically(e,t,i){return lh(this,e,ok(this,e,t,i))}domAtPos(e,t=1){return this.docView.domAtPos(e,t)}posAtDOM(e,t=0){return this.docView.posFromDOM(e,t)}posAtCoords(e,t=!0){this.readMeasured();let i=Oh(this,e,t);return i&&i.pos}posAndSideAtCoords(e,t=!0){return this.readMeasured(),Oh(this,e,t)}coordsAtPos(e,t=1){this.readMeasured();let i=this.state.doc.lineAt(e),s=this.bidiSpans(i),r=s[kt.find(s,e-i.from,-1,t)];return i.length&&(e==i.from&&t<0||e==i.to&&t>0)&&r.dir!=this.textDirectionAt(i.from)&&(e==i.to?(e=i.from+r.from,t=1):(e=i.from+r.to,t=-1)),this.docView.coordsAt(e,t,r.dir==ie.RTL)}coordsForChar(e){return this.readMeasured(),this.docView.coordsForChar(e)}get defaultCharacterWidth(){return this.viewState.heightOracle.charWidth}get defaultLineHeight(){return this.viewState.heightOracle.lineHeight}get textDirection(){return this.viewState.defaultTextDirection}textDirectionAt(e){return!this.state.facet(Kp)||e<this.viewport.from||e>this.viewport.to?this.textDirection:(this.readMeasured(),this.docView.textDirectionAt(e))}get lineWrapping(){return this.viewState.heightOracle.lineWrapping}bidiSpans(e){if(e.length>qk)return $p(e.length);let t=this.textDirectionAt(e.from),i;for(let r of this.bidiCache)if(r.from==e.from&&r.dir==t&&(r.fresh||Np(r.isolates,i=Qf(this,e))))return r.order;i||(i=Qf(this,e));let s=qw(e.text,t,i);return this.bidiCache.push(new ko(e.from,e.to,t,i,!0,s)),s}get hasFocus(){var e;return(this.dom.ownerDocument.hasFocus()||L.safari&&((e=this.inputState)===null||e===void 0?void 0:e.lastContextMenu)>Date.now()-3e4)&&this.root.activeElement==this.contentDOM}focus(){this.observer.ignore(()=>{_p(this.contentDOM),this.docView.updateSelection()})}setRoot(e){this._root!=e&&(this._root=e,this.observer.setWindow((e.nodeType==9?e:e.ownerDocument).defaultView||window),this.mountStyles())}destroy(){this.root.activeElement==this.contentDOM&&this.contentDOM.blur();for(let e of this.plugins)e.destroy(this);this.plugins=[],this.inputState.destroy(),this.docView.destroy(),this.dom.remove(),this.observer.destroy(),this.win.clearTimeout(this.clearAnnouncement),this.measureScheduled>-1&&this.win.cancelAnimationFrame(this.measureScheduled),this.destroyed=!0}static scrollIntoView(e,t={}){var i,s,r,o;return Yr.of(new ks(typeof e=="number"?A.cursor(e):e,(i=t.y)!==null&&i!==void 0?i:"nearest",(s=t.x)!==null&&s!==void 0?s:"nearest",(r=t.yMargin)!==null&&r!==void 0?r:5,(o=t.xMargin)!==null&&o!==void 0?o:5))}scrollSnapshot(){let{scrollTop:e,scrollLeft:t}=this.scrollDOM,i=this.viewState.scrollAnchorAt(e);return Yr.of(new ks(A.cursor(i.from),"start","start",i.top-e,t,!0))}setTabFocusMode(e){e==null?this.inputState.tabFocusMode=this.inputState.tabFocusMode<0?0:-1:typeof e=="boolean"?this.inputState.tabFocusMode=e?0:-1:this.inputState.tabFocusMode!=0&&(this.inputState.tabFocusMode=Date.now()+e)}static domEventHandlers(e){return me.define(()=>({}),{eventHandlers:e})}static domEventObservers(e){return me.define(()=>({}),{eventObservers:e})}static theme(e,t){let i=vt.newName(),s=[eo.of(i),ys.of(Yh(`.${i}`,e))];return t&&t.dark&&s.push(Gh.of(!0)),s}static baseTheme(e){return at.lowest(ys.of(Yh("."+Kh,e,bm)))}static findFromDOM(e){var t;let i=e.querySelector(".cm-content"),s=i&&ve.get(i)||ve.get(e);return((t=s?.root)===null||t===void 0?void 0:t.view)||null}};E.styleModule=ys;E.inputHandler=jp;E.clipboardInputFilter=lc;E.clipboardOutputFilter=hc;E.scrollHandler=Jp;E.focusChangeEffect=Gp;E.perLineTextDirection=Kp;E.exceptionSink=Up;E.updateListener=kh;E.editable=sn;E.mouseSelectionStyle=Vp;E.dragMovesSelection=zp;E.clickAddsSelectionRange=Wp;E.decorations=Eo;E.blockWrappers=Qp;E.outerDecorations=uc;E.atomicRanges=Rs;E.bidiIsolatedRanges=em;E.cursorScrollMargin=P.define({combine:n=>{let e=5,t=5;for(let i of n)typeof i=="number"?e=t=i:{x:e,y:t}=i;return{x:e,y:t}}});E.scrollMargins=nm;E.darkTheme=Gh;E.cspNonce=P.define({combine:n=>n.length?n[0]:""});E.contentAttributes=cc;E.editorAttributes=Zp;E.lineWrapping=E.contentAttributes.of({class:"cm-lineWrapping"});E.announce=q.define();var qk=4096,gp={},ko=class n{constructor(e,t,i,s,r,o){this.from=e,this.to=t,this.dir=i,this.isolates=s,this.fresh=r,this.order=o}static update(e,t){if(t.empty&&!e.some(r=>r.fresh))return e;let i=[],s=e.length?e[e.length-1].dir:ie.LTR;for(let r=Math.max(0,e.length-10);r<e.length;r++){let o=e[r];o.dir==s&&!t.touchesRange(o.from,o.to)&&i.push(new n(t.mapPos(o.from,1),t.mapPos(o.to,-1),o.dir,o.isolates,!1,o.order))}return i}};function yp(n,e,t){for(let i=n.state.facet(e),s=i.length-1;s>=0;s--){let r=i[s],o=typeof r=="function"?r(n):r;o&&rc(o,t)}return t}var Nk=L.mac?"mac":L.windows?"win":L.linux?"linux":"key";function $k(n,e){let t=n.split(/-(?!$)/),i=t[t.length-1];i=="Space"&&(i=" ");let s,r,o,a;for(let l=0;l<t.length-1;++l){let h=t[l];if(/^(cmd|meta|m)$/i.test(h))a=!0;else if(/^a(lt)?$/i.test(h))s=!0;else if(/^(c|ctrl|control)$/i.test(h))r=!0;else if(/^s(hift)?$/i.test(h))o=!0;else if(/^mod$/i.test(h))e=="mac"?a=!0:r=!0;else throw new Error("Unrecognized modifier name: "+h)}return s&&(i="Alt-"+i),r&&(i="Ctrl-"+i),a&&(i="Meta-"+i),o&&(i="Shift-"+i),i}function to(n,e,t){return e.altKey&&(n="Alt-"+n),e.ctrlKey&&(n="Ctrl-"+n),e.metaKey&&(n="Meta-"+n),t!==!1&&e.shiftKey&&(n="Shift-"+n),n}var Hk=at.default(E.domEventHandlers({keydown(n,e){return xm(wm(e.state),n,e,"editor")}})),ln=P.define({enables:Hk}),vp=new WeakMap;function wm(n){let e=n.facet(ln),t=vp.get(e);return t||vp.set(e,t=zk(e.reduce((i,s)=>i.concat(s),[]))),t}function km(n,e,t){return xm(wm(n.state),e,n,t)}var kn=null,Wk=4e3;function zk(n,e=Nk){let t=Object.create(null),i=Object.create(null),s=(o,a)=>{let l=i[o];if(l==null)i[o]=a;else if(l!=a)throw new Error("Key binding "+o+" is used both as a regular binding and as a multi-stroke prefix")},r=(o,a,l,h,c)=>{var d,f;let p=t[o]||(t[o]=Object.create(null)),m=a.split(/ (?!$)/).map(v=>$k(v,e));for(let v=1;v<m.length;v++){let w=m.slice(0,v).join(" ");s(w,!0),p[w]||(p[w]={preventDefault:!0,stopPropagation:!1,run:[k=>{let x=kn={view:k,prefix:w,scope:o};return setTimeout(()=>{kn==x&&(kn=null)},Wk),!0}]})}let g=m.join(" ");s(g,!1);let y=p[g]||(p[g]={preventDefault:!1,stopPropagation:!1,run:((f=(d=p._any)===null||d===void 0?void 0:d.run)===null||f===void 0?void 0:f.slice())||[]});l&&y.run.push(l),h&&(y.preventDefault=!0),c&&(y.stopPropagation=!0)};for(let o of n){let a=o.scope?o.scope.split(" "):["editor"];if(o.any)for(let h of a){let c=t[h]||(t[h]=Object.create(null));c._any||(c._any={preventDefault:!1,stopPropagation:!1,run:[]});let{any:d}=o;for(let f in c)c[f].run.push(p=>d(p,Zh))}let l=o[e]||o.key;if(l)for(let h of a)r(h,l,o.run,o.preventDefault,o.stopPropagation),o.shift&&r(h,"Shift-"+l,o.shift,o.preventDefault,o.stopPropagation)}return t}var Zh=null;function xm(n,e,t,i){Zh=e;let s=Uf(e),r=Tt(s,0),o=qt(r)==s.length&&s!=" ",a="",l=!1,h=!1,c=!1;kn&&kn.view==t&&kn.scope==i&&(a=kn.prefix+" ",cm.indexOf(e.keyCode)<0&&(h=!0,kn=null));let d=new Set,f=y=>{if(y){for(let v of y.run)if(!d.has(v)&&(d.add(v),v(t)))return y.stopPropagation&&(c=!0),!0;y.preventDefault&&(y.stopPropagation&&(c=!0),h=!0)}return!1},p=n[i],m,g;return p&&(f(p[a+to(s,e,!o)])?l=!0:o&&(e.altKey||e.metaKey||e.ctrlKey)&&!(L.windows&&e.ctrlKey&&e.altKey)&&!(L.mac&&e.altKey&&!(e.ctrlKey||e.metaKey))&&(m=nn[e.keyCode])&&m!=s?(f(p[a+to(m,e,!0)])||e.shiftKey&&(g=xi[e.keyCode])!=s&&g!=m&&f(p[a+to(g,e,!1)]))&&(l=!0):o&&e.shiftKey&&f(p[a+to(s,e,!0)])&&(l=!0),!l&&f(p._any)&&(l=!0)),h&&(l=!0),l&&c&&e.stopPropagation(),Zh=null,l}var Yn=class n{constructor(e,t,i,s,r){this.className=e,this.left=t,this.top=i,this.width=s,this.height=r}draw(){let e=document.createElement("div");return e.className=this.className,this.adjust(e),e}update(e,t){return t.className!=this.className?!1:(this.adjust(e),!0)}adjust(e){e.style.left=this.left+"px",e.style.top=this.top+"px",this.width!=null&&(e.style.width=this.width+"px"),e.style.height=this.height+"px"}eq(e){return this.left==e.left&&this.top==e.top&&this.width==e.width&&this.height==e.height&&this.className==e.className}static forRange(e,t,i){if(i.empty){let s=e.coordsAtPos(i.head,i.assoc||1);if(!s)return[];let r=Sm(e);return[new n(t,s.left-r.left,s.top-r.top,null,s.bottom-s.top)]}else return Vk(e,t,i)}};function Sm(n){let e=n.scrollDOM.getBoundingClientRect();return{left:(n.textDirection==ie.LTR?e.left:e.right-n.scrollDOM.clientWidth*n.scaleX)-n.scrollDOM.scrollLeft*n.scaleX,top:e.top-n.scrollDOM.scrollTop*n.scaleY}}function bp(n,e,t,i){let s=n.coordsAtPos(e,t*2);if(!s)return i;let r=n.dom.getBoundingClientRect(),o=(s.top+s.bottom)/2,a=n.posAtCoords({x:r.left+1,y:o}),l=n.posAtCoords({x:r.right-1,y:o});return a==null||l==null?i:{from:Math.max(i.from,Math.min(a,l)),to:Math.min(i.to,Math.max(a,l))}}function Vk(n,e,t){if(t.to<=n.viewport.from||t.from>=n.viewport.to)return[];let i=Math.max(t.from,n.viewport.from),s=Math.min(t.to,n.viewport.to),r=n.textDirection==ie.LTR,o=n.contentDOM,a=o.getBoundingClientRect(),l=Sm(n),h=o.querySelector(".cm-line"),c=h&&window.getComputedStyle(h),d=a.left+(c?parseInt(c.paddingLeft)+Math.min(0,parseInt(c.textIndent)):0),f=a.right-(c?parseInt(c.paddingRight):0),p=Ph(n,i,1),m=Ph(n,s,-1),g=p.type==Ne.Text?p:null,y=m.type==Ne.Text?m:null;if(g&&(n.lineWrapping||p.widgetLineBreaks)&&(g=bp(n,i,1,g)),y&&(n.lineWrapping||m.widgetLineBreaks)&&(y=bp(n,s,-1,y)),g&&y&&g.from==y.from&&g.to==y.to)return w(k(t.from,t.to,g));{let b=g?k(t.from,null,g):x(p,!1),S=y?k(null,t.to,y):x(m,!0),C=[];return(g||p).to<(y||m).from-(g&&y?1:0)||p.widgetLineBreaks>1&&b.bottom+n.defaultLineHeight/2<S.top?C.push(v(d,b.bottom,f,S.top)):b.bottom<S.top&&n.elementAtHeight((b.bottom+S.top)/2).type==Ne.Text&&(b.bottom=S.top=(b.bottom+S.top)/2),w(b).concat(C).concat(w(S))}function v(b,S,C,T){return new Yn(e,b-l.left,S-l.top,Math.max(0,C-b),T-S)}function w({top:b,bottom:S,horizontal:C}){let T=[];for(let D=0;D<C.length;D+=2)T.push(v(C[D],b,C[D+1],S));return T}function k(b,S,C){let T=1e9,D=-1e9,N=[];function F(W,U,J,K,ue){let Y=n.coordsAtPos(W,W==C.to?-2:2),Le=n.coordsAtPos(J,J==C.from?2:-2);!Y||!Le||(T=Math.min(Y.top,Le.top,T),D=Math.max(Y.bottom,Le.bottom,D),ue==ie.LTR?N.push(r&&U?d:Y.left,r&&K?f:Le.right):N.push(!r&&K?d:Le.left,!r&&U?f:Y.right))}let _=b??C.from,$=S??C.to;for(let W of n.visibleRanges)if(W.to>_&&W.from<$)for(let U=Math.max(W.from,_),J=Math.min(W.to,$);;){let K=n.state.doc.lineAt(U);for(let ue of n.bidiSpans(K)){let Y=ue.from+K.from,Le=ue.to+K.from;if(Y>=J)break;Le>U&&F(Math.max(Y,U),b==null&&Y<=_,Math.min(Le,J),S==null&&Le>=$,ue.dir)}if(U=K.to+1,U>=J)break}return N.length==0&&F(_,b==null,$,S==null,n.textDirection),{top:T,bottom:D,horizontal:N}}function x(b,S){let C=a.top+(S?b.top:b.bottom);return{top:C,bottom:C,horizontal:[]}}}function Uk(n,e){return n.constructor==e.constructor&&n.eq(e)}var Qh=class{constructor(e,t){this.view=e,this.layer=t,this.drawn=[],this.scaleX=1,this.scaleY=1,this.measureReq={read:this.measure.bind(this),write:this.draw.bind(this)},this.dom=e.scrollDOM.appendChild(document.createElement("div")),this.dom.classList.add("cm-layer"),t.above&&this.dom.classList.add("cm-layer-above"),t.class&&this.dom.classList.add(t.class),this.scale(),this.dom.setAttribute("aria-hidden","true"),this.setOrder(e.state),e.requestMeasure(this.measureReq),t.mount&&t.mount(this.dom,e)}update(e){e.startState.facet(oo)!=e.state.facet(oo)&&this.setOrder(e.state),(this.layer.update(e,this.dom)||e.geometryChanged)&&(this.scale(),e.view.requestMeasure(this.measureReq))}docViewUpdate(e){this.layer.updateOnDocViewUpdate!==!1&&e.requestMeasure(this.measureReq)}setOrder(e){let t=0,i=e.facet(oo);for(;t<i.length&&i[t]!=this.layer;)t++;this.dom.style.zIndex=String((this.layer.above?150:-1)-t)}measure(){return this.layer.markers(this.view)}scale(){let{scaleX:e,scaleY:t}=this.view;(e!=this.scaleX||t!=this.scaleY)&&(this.scaleX=e,this.scaleY=t,this.dom.style.transform=`scale(${1/e}, ${1/t})`)}draw(e){if(e.length!=this.drawn.length||e.some((t,i)=>!Uk(t,this.drawn[i]))){let t=this.dom.firstChild,i=0;for(let s of e)s.update&&t&&s.constructor&&this.drawn[i].constructor&&s.update(t,this.drawn[i])?(t=t.nextSibling,i++):this.dom.insertBefore(s.draw(),t);for(;t;){let s=t.nextSibling;t.remove(),t=s}this.drawn=e,L.webkit&&(this.dom.style.display=this.dom.firstChild?"":"none")}}destroy(){this.layer.destroy&&this.layer.destroy(this.dom,this.view),this.dom.remove()}},oo=P.define();function Cm(n){return[me.define(e=>new Qh(e,n)),oo.of(n)]}var ec=!L.ios,Fi=P.define({combine(n){return Xe(n,{cursorBlinkRate:1200,drawRangeCursor:!0,iosSelectionHandles:!0},{cursorBlinkRate:(e,t)=>Math.min(e,t),drawRangeCursor:(e,t)=>e||t})}});function Am(n={}){return[Fi.of(n),jk,Gk,Yk,Yp.of(!0)]}function Tm(n){return n.startState.facet(Fi)!=n.state.facet(Fi)}var jk=Cm({above:!0,markers(n){let{state:e}=n,t=e.facet(Fi),i=[];for(let s of e.selection.ranges){let r=s==e.selection.main;if(s.empty||t.drawRangeCursor&&!(r&&L.ios&&t.iosSelectionHandles)){let o=r?"cm-cursor cm-cursor-primary":"cm-cursor cm-cursor-secondary",a=s.empty?s:A.cursor(s.head,s.assoc);for(let l of Yn.forRange(n,o,a))i.push(l)}}return i},update(n,e){n.transactions.some(i=>i.selection)&&(e.style.animationName=e.style.animationName=="cm-blink"?"cm-blink2":"cm-blink");let t=Tm(n);return t&&wp(n.state,e),n.docChanged||n.selectionSet||t},mount(n,e){wp(e.state,n)},class:"cm-cursorLayer"});function wp(n,e){e.style.animationDuration=n.facet(Fi).cursorBlinkRate+"ms"}var Gk=Cm({above:!1,markers(n){let e=[],{main:t,ranges:i}=n.state.selection;for(let s of i)if(!s.empty&&(ec||s!=t))for(let r of Yn.forRange(n,"cm-selectionBackground",s))e.push(r);if(L.ios&&!t.empty&&n.state.facet(Fi).iosSelectionHandles){for(let s of Yn.forRange(n,"cm-selectionHandle cm-selectionHandle-start",A.cursor(t.from,1)))e.push(s);for(let s of Yn.forRange(n,"cm-selectionHandle cm-selectionHandle-end",A.cursor(t.to,1)))e.push(s)}return e},update(n,e){return n.docChanged||n.selectionSet||n.viewportChanged||Tm(n)},class:"cm-selectionLayer"}),Kk=L.gecko&&L.gecko_version==153?"#ffffff01":"transparent",Yk=at.highest(E.theme({".cm-line":{...ec?{"& ::selection, &::selection":{backgroundColor:`${Kk} !important`}}:{},caretColor:"transparent !important"},".cm-content":{caretColor:"transparent !important","& :focus":{caretColor:"initial !important",...ec?{"&::selection, & ::selection":{backgroundColor:"Highlight !important"}}:{}}}}));var EE=/x/.unicode!=null?"gu":"g";function Mm(){return Xk}var Jk=I.line({class:"cm-activeLine"}),Xk=me.fromClass(class{constructor(n){this.decorations=this.getDeco(n)}update(n){(n.docChanged||n.selectionSet)&&(this.decorations=this.getDeco(n.view))}getDeco(n){let e=-1,t=[];for(let i of n.state.selection.ranges){let s=n.lineBlockAt(i.head);s.from>e&&(t.push(Jk.range(s.from)),e=s.from)}return I.set(t)}},{decorations:n=>n.decorations});var no="-10000px",xo=class{constructor(e,t,i,s){this.facet=t,this.createTooltipView=i,this.removeTooltipView=s,this.input=e.state.facet(t),this.tooltips=this.input.filter(o=>o);let r=null;this.tooltipViews=this.tooltips.map(o=>r=i(o,r))}update(e,t){var i;let s=e.state.facet(this.facet),r=s.filter(l=>l);if(s===this.input){for(let l of this.tooltipViews)l.update&&l.update(e);return!1}let o=[],a=t?[]:null;for(let l=0;l<r.length;l++){let h=r[l],c=-1;if(h){for(let d=0;d<this.tooltips.length;d++){let f=this.tooltips[d];f&&f.create==h.create&&(c=d)}if(c<0)o[l]=this.createTooltipView(h,l?o[l-1]:null),a&&(a[l]=!!h.above);else{let d=o[l]=this.tooltipViews[c];a&&(a[l]=t[c]),d.update&&d.update(e)}}}for(let l of this.tooltipViews)o.indexOf(l)<0&&(this.removeTooltipView(l),(i=l.destroy)===null||i===void 0||i.call(l));return t&&(a.forEach((l,h)=>t[h]=l),t.length=a.length),this.input=s,this.tooltips=r,this.tooltipViews=o,!0}};function Em(n){let e=n.dom.ownerDocument.documentElement,t=e.clientWidth,i=getComputedStyle(e);if(!/stable/.test(i.scrollbarGutter||""))return{left:0,right:t};let s=e.getBoundingClientRect(),r=n.win.scrollX;return{left:Math.max(0,s.left+r-parseFloat(i.marginLeft)),right:Math.min(t,s.right+r+parseFloat(i.marginRight))}}function Zk(n){let{left:e,right:t}=Em(n);return{top:0,left:e,right:t,bottom:n.dom.ownerDocument.documentElement.clientHeight}}var ch=P.define({combine:n=>{var e,t,i;return{position:L.ios?"absolute":((e=n.find(s=>s.position))===null||e===void 0?void 0:e.position)||"fixed",parent:((t=n.find(s=>s.parent))===null||t===void 0?void 0:t.parent)||null,tooltipSpace:((i=n.find(s=>s.tooltipSpace))===null||i===void 0?void 0:i.tooltipSpace)||Zk}}}),kp=new WeakMap,pc=me.fromClass(class{constructor(n){this.view=n,this.above=[],this.inView=!0,this.madeAbsolute=!1,this.lastTransaction=0,this.measureTimeout=-1;let e=n.state.facet(ch);this.position=e.position,this.parent=e.parent,this.classes=n.themeClasses,this.createContainer(),this.measureReq={read:this.readMeasure.bind(this),write:this.writeMeasure.bind(this),key:this},this.resizeObserver=typeof ResizeObserver=="function"?new ResizeObserver(()=>this.measureSoon()):null,this.manager=new xo(n,qi,(t,i)=>this.createTooltip(t,i),t=>{this.resizeObserver&&this.resizeObserver.unobserve(t.dom),t.dom.remove()}),this.above=this.manager.tooltips.map(t=>!!t.above),this.intersectionObserver=typeof IntersectionObserver=="function"?new IntersectionObserver(t=>{Date.now()>this.lastTransaction-50&&t.length>0&&t[t.length-1].intersectionRatio<1&&this.measureSoon()},{threshold:[1]}):null,this.observeIntersection(),n.win.addEventListener("resize",this.measureSoon=this.measureSoon.bind(this)),this.maybeMeasure()}createContainer(){this.parent?(this.container=document.createElement("div"),this.container.style.position="relative",this.container.className=this.view.themeClasses,this.parent.appendChild(this.container)):this.container=this.view.dom}observeIntersection(){if(this.intersectionObserver){this.intersectionObserver.disconnect();for(let n of this.manager.tooltipViews)this.intersectionObserver.observe(n.dom)}}measureSoon(){this.measureTimeout<0&&(this.measureTimeout=setTimeout(()=>{this.measureTimeout=-1,this.maybeMeasure()},50))}update(n){n.transactions.length&&(this.lastTransaction=Date.now());let e=this.manager.update(n,this.above);e&&this.observeIntersection();let t=e||n.geometryChanged,i=n.state.facet(ch);if(i.position!=this.position&&!this.madeAbsolute){this.position=i.position;for(let s of this.manager.tooltipViews)s.dom.style.position=this.position;t=!0}if(i.parent!=this.parent){this.parent&&this.container.remove(),this.parent=i.parent,this.createContainer();for(let s of this.manager.tooltipViews)this.container.appendChild(s.dom);t=!0}else this.parent&&this.view.themeClasses!=this.classes&&(this.classes=this.container.className=this.view.themeClasses);t&&this.maybeMeasure()}createTooltip(n,e){let t=n.create(this.view),i=e?e.dom:null;if(t.dom.classList.add("cm-tooltip"),n.arrow&&!t.dom.querySelector(".cm-tooltip > .cm-tooltip-arrow")){let s=document.createElement("div");s.className="cm-tooltip-arrow",t.dom.appendChild(s)}return t.dom.style.position=this.position,t.dom.style.top=no,t.dom.style.left="0px",this.container.insertBefore(t.dom,i),t.mount&&t.mount(this.view),this.resizeObserver&&this.resizeObserver.observe(t.dom),t}destroy(){var n,e,t;this.view.win.removeEventListener("resize",this.measureSoon);for(let i of this.manager.tooltipViews)i.dom.remove(),(n=i.destroy)===null||n===void 0||n.call(i);this.parent&&this.container.remove(),(e=this.resizeObserver)===null||e===void 0||e.disconnect(),(t=this.intersectionObserver)===null||t===void 0||t.disconnect(),clearTimeout(this.measureTimeout)}readMeasure(){let n=1,e=1,t=!1,i=0;if(this.position=="fixed"&&this.manager.tooltipViews.length){let{dom:o}=this.manager.tooltipViews[0];if(L.safari){let a=o.getBoundingClientRect();t=Math.abs(a.top+1e4)>1||Math.abs(a.left)>1}else t=!!o.offsetParent&&o.offsetParent!=this.container.ownerDocument.body}if(t||this.position=="absolute")if(this.parent){let o=this.parent.getBoundingClientRect();o.width&&o.height&&(n=o.width/this.parent.offsetWidth,e=o.height/this.parent.offsetHeight)}else({scaleX:n,scaleY:e}=this.view.viewState);else i=Em(this.view).left;let s=this.view.scrollDOM.getBoundingClientRect(),r=dc(this.view);return{visible:{left:s.left+r.left,top:s.top+r.top,right:s.right-r.right,bottom:s.bottom-r.bottom},parent:this.parent?this.container.getBoundingClientRect():this.view.dom.getBoundingClientRect(),pos:this.manager.tooltips.map((o,a)=>{let l=this.manager.tooltipViews[a];return l.getCoords?l.getCoords(o.pos):this.view.coordsAtPos(o.pos)}),size:this.manager.tooltipViews.map(({dom:o})=>o.getBoundingClientRect()),space:this.view.state.facet(ch).tooltipSpace(this.view),scaleX:n,scaleY:e,makeAbsolute:t,fixedLeft:i}}writeMeasure(n){var e;if(n.makeAbsolute){this.madeAbsolute=!0,this.position="absolute";for(let a of this.manager.tooltipViews)a.dom.style.position="absolute"}let{visible:t,space:i,scaleX:s,scaleY:r}=n,o=[];for(let a=0;a<this.manager.tooltips.length;a++){let l=this.manager.tooltips[a],h=this.manager.tooltipViews[a],{dom:c}=h,d=n.pos[a],f=n.size[a];if(!d||l.clip!==!1&&(d.bottom<=Math.max(t.top,i.top)||d.top>=Math.min(t.bottom,i.bottom)||d.right<Math.max(t.left,i.left)-.1||d.left>Math.min(t.right,i.right)+.1)){c.style.top=no;continue}let p=l.arrow?h.dom.querySelector(".cm-tooltip-arrow"):null,m=p?7:0,g=f.right-f.left,y=(e=kp.get(h))!==null&&e!==void 0?e:f.bottom-f.top,v=h.offset||ex,w=this.view.textDirection==ie.LTR,k=f.width>i.right-i.left?w?i.left:i.right-f.width:w?Math.max(i.left,Math.min(d.left-(p?14:0)+v.x,i.right-g)):Math.min(Math.max(i.left,d.left-g+(p?14:0)-v.x),i.right-g),x=this.above[a];!l.strictSide&&(x?d.top-y-m-v.y<i.top:d.bottom+y+m+v.y>i.bottom)&&x==i.bottom-d.bottom>d.top-i.top&&(x=this.above[a]=!x);let b=(x?d.top-i.top:i.bottom-d.bottom)-m;if(b<y&&h.resize!==!1){if(b<this.view.defaultLineHeight){c.style.top=no;continue}kp.set(h,y),c.style.height=(y=b)/r+"px"}else c.style.height&&(c.style.height="");let S=x?d.top-y-m-v.y:d.bottom+m+v.y,C=k+g;if(h.overlap!==!0)for(let T of o)T.left<C&&T.right>k&&T.top<S+y&&T.bottom>S&&(S=x?T.top-y-2-m:T.bottom+m+2);if(this.position=="absolute"?(c.style.top=(S-n.parent.top)/r+"px",xp(c,(k-n.parent.left)/s)):(c.style.top=S/r+"px",xp(c,(k-n.fixedLeft)/s)),p){let T=d.left+(w?v.x:-v.x)-(k+14-7);p.style.left=T/s+"px"}h.overlap!==!0&&o.push({left:k,top:S,right:C,bottom:S+y}),c.classList.toggle("cm-tooltip-above",x),c.classList.toggle("cm-tooltip-below",!x),h.positioned&&h.positioned(n.space)}}maybeMeasure(){if(this.manager.tooltips.length&&(this.view.inView&&this.view.requestMeasure(this.measureReq),this.inView!=this.view.inView&&(this.inView=this.view.inView,!this.inView)))for(let n of this.manager.tooltipViews)n.dom.style.top=no}},{eventObservers:{scroll(){this.maybeMeasure()}}});function xp(n,e){let t=parseInt(n.style.left,10);(isNaN(t)||Math.abs(e-t)>1)&&(n.style.left=e+"px")}var Qk=E.baseTheme({".cm-tooltip":{zIndex:500,boxSizing:"border-box"},"&light .cm-tooltip":{border:"1px solid #bbb",backgroundColor:"#f5f5f5"},"&light .cm-tooltip-section:not(:first-child)":{borderTop:"1px solid #bbb"},"&dark .cm-tooltip":{backgroundColor:"#333338",color:"white"},".cm-tooltip-arrow":{height:"7px",width:"14px",position:"absolute",zIndex:-1,overflow:"hidden","&:before, &:after":{content:"''",position:"absolute",width:0,height:0,borderLeft:"7px solid transparent",borderRight:"7px solid transparent"},".cm-tooltip-above &":{bottom:"-7px","&:before":{borderTop:"7px solid #bbb"},"&:after":{borderTop:"7px solid #f5f5f5",bottom:"1px"}},".cm-tooltip-below &":{top:"-7px","&:before":{borderBottom:"7px solid #bbb"},"&:after":{borderBottom:"7px solid #f5f5f5",top:"1px"}}},"&dark .cm-tooltip .cm-tooltip-arrow":{"&:before":{borderTopColor:"#333338",borderBottomColor:"#333338"},"&:after":{borderTopColor:"transparent",borderBottomColor:"transparent"}}}),ex={x:0,y:0},qi=P.define({enables:[pc,Qk]}),So=P.define({combine:n=>n.reduce((e,t)=>e.concat(t),[])}),Co=class n{static create(e){return new n(e)}constructor(e){this.view=e,this.mounted=!1,this.dom=document.createElement("div"),this.dom.classList.add("cm-tooltip-hover"),this.manager=new xo(e,So,(t,i)=>this.createHostedView(t,i),t=>t.dom.remove())}createHostedView(e,t){let i=e.create(this.view);return i.dom.classList.add("cm-tooltip-section"),this.dom.insertBefore(i.dom,t?t.dom.nextSibling:this.dom.firstChild),this.mounted&&i.mount&&i.mount(this.view),i}mount(e){for(let t of this.manager.tooltipViews)t.mount&&t.mount(e);this.mounted=!0}positioned(e){for(let t of this.manager.tooltipViews)t.positioned&&t.positioned(e)}update(e){this.manager.update(e)}destroy(){var e;for(let t of this.manager.tooltipViews)(e=t.destroy)===null||e===void 0||e.call(t)}passProp(e){let t;for(let i of this.manager.tooltipViews){let s=i[e];if(s!==void 0){if(t===void 0)t=s;else if(t!==s)return}}return t}get offset(){return this.passProp("offset")}get getCoords(){return this.passProp("getCoords")}get overlap(){return this.passProp("overlap")}get resize(){return this.passProp("resize")}},tx=qi.compute([So],n=>{let e=n.facet(So);return e.length===0?null:{pos:Math.min(...e.map(t=>t.pos)),end:Math.max(...e.map(t=>{var i;return(i=t.end)!==null&&i!==void 0?i:t.pos})),create:Co.create,above:e[0].above,arrow:e.some(t=>t.arrow)}}),Dm=P.define(),tc=class{constructor(e,t,i,s,r,o){this.view=e,this.source=t,this.field=i,this.locked=s,this.setHover=r,this.hoverTime=o,this.hoverTimeout=-1,this.restartTimeout=-1,this.pending=null,this.lastMove={x:0,y:0,target:e.dom,time:0},this.checkHover=this.checkHover.bind(this),e.dom.addEventListener("mouseleave",this.mouseleave=this.mouseleave.bind(this)),e.dom.addEventListener("mousemove",this.mousemove=this.mousemove.bind(this))}update(e){this.pending&&(this.pending=null,clearTimeout(this.restartTimeout),this.restartTimeout=setTimeout(()=>this.startHover(),20))}get active(){return this.view.state.field(this.field)}checkHover(){if(this.hoverTimeout=-1,this.active.length)return;let e=Date.now()-this.lastMove.time;e<this.hoverTime?this.hoverTimeout=setTimeout(this.checkHover,this.hoverTime-e):this.startHover()}startHover(){clearTimeout(this.restartTimeout);let{view:e,lastMove:t}=this,i=e.docView.tile.nearest(t.target);if(!i)return;let s,r=1;if(i.isWidget())s=i.posAtStart;else{if(s=e.posAtCoords(t),s==null)return;let o=e.coordsAtPos(s);if(!o||t.y<o.top||t.y>o.bottom||t.x<o.left-e.defaultCharacterWidth||t.x>o.right+e.defaultCharacterWidth)return;let a=e.bidiSpans(e.state.doc.lineAt(s)).find(h=>h.from<=s&&h.to>=s),l=a&&a.dir==ie.RTL?-1:1;r=t.x<o.left?-l:l}this.activateHover(e,s,r)}activateHover(e,t,i,s){let r=this.source(e,t,i),o=a=>{if(a&&!(Array.isArray(a)&&!a.length)){let l=Array.isArray(a)?a:[a];s&&this.locked.set(l,s),e.dispatch({effects:this.setHover.of(l)})}};if(r&&"then"in r){let a=this.pending={pos:t};r.then(l=>{this.pending==a&&(this.pending=null,o(l))},l=>qe(e.state,l,"hover tooltip"))}else o(r)}get tooltip(){let e=this.view.plugin(pc),t=e?e.manager.tooltips.findIndex(i=>i.create==Co.create):-1;return t>-1?e.manager.tooltipViews[t]:null}mousemove(e){var t,i;this.lastMove={x:e.clientX,y:e.clientY,target:e.target,time:Date.now()},this.hoverTimeout<0&&(this.hoverTimeout=setTimeout(this.checkHover,this.hoverTime));let{active:s,tooltip:r}=this;if(s.length&&!this.locked.has(s)&&r&&!nx(r.dom,e)||this.pending){let{pos:o}=s[0]||this.pending,a=(i=(t=s[0])===null||t===void 0?void 0:t.end)!==null&&i!==void 0?i:o;(o==a?this.view.posAtCoords(this.lastMove)!=o:!ix(this.view,o,a,e.clientX,e.clientY))&&(this.view.dispatch({effects:this.setHover.of([])}),this.pending=null)}}mouseleave(e){clearTimeout(this.hoverTimeout),this.hoverTimeout=-1;let{active:t}=this;if(t.length&&!this.locked.has(t)){let{tooltip:i}=this;i&&i.dom.contains(e.relatedTarget)?this.watchTooltipLeave(i.dom):this.view.dispatch({effects:this.setHover.of([])})}}watchTooltipLeave(e){let t=i=>{e.removeEventListener("mouseleave",t);let{active:s}=this;s.length&&!this.locked.has(s)&&!this.view.dom.contains(i.relatedTarget)&&this.view.dispatch({effects:this.setHover.of([])})};e.addEventListener("mouseleave",t)}destroy(){clearTimeout(this.hoverTimeout),clearTimeout(this.restartTimeout),this.view.dom.removeEventListener("mouseleave",this.mouseleave),this.view.dom.removeEventListener("mousemove",this.mousemove)}},io=4;function nx(n,e){let{left:t,right:i,top:s,bottom:r}=n.getBoundingClientRect(),o;if(o=n.querySelector(".cm-tooltip-arrow")){let a=o.getBoundingClientRect();s=Math.min(a.top,s),r=Math.max(a.bottom,r)}return e.clientX>=t-io&&e.clientX<=i+io&&e.clientY>=s-io&&e.clientY<=r+io}function ix(n,e,t,i,s,r){let o=n.scrollDOM.getBoundingClientRect(),a=n.documentTop+n.documentPadding.top+n.contentHeight;if(o.left>i||o.right<i||o.top>s||Math.min(o.bottom,a)<s)return!1;let l=n.posAtCoords({x:i,y:s},!1);return l>=e&&l<=t}function Po(n,e={}){let t=q.define(),i=new WeakMap,s=Z.define({create(){return[]},update(o,a){let l=i.get(o);if(o.length&&(e.hideOnChange&&(a.docChanged||a.selection)?o=[]:l&&l(a)?o=[]:e.hideOn&&(o=o.filter(h=>!e.hideOn(a,h)))),a.docChanged&&o.length){let h=[];for(let c of o){let d=a.changes.mapPos(c.pos,-1,Ae.TrackDel);if(d!=null){let f=Object.assign(Object.create(null),c);f.pos=d,f.end!=null&&(f.end=a.changes.mapPos(f.end)),h.push(f)}}o=h}for(let h of a.effects)h.is(t)&&(o=h.value,l=void 0),(h.is(sx)&&!h.value||h.value==s)&&(o=[]);return o.length&&l&&i.set(o,l),o},provide:o=>So.from(o)}),r=me.define(o=>new tc(o,n,s,i,t,e.hoverTime||300));return{active:s,extension:[s,r,Dm.of(r),tx]}}function Pm(n,e,t,i={}){var s;let r=n.state.facet(Dm).map(o=>n.plugin(o)).filter(o=>!!o);if(i.tooltip&&i.tooltip.active){let o=r.find(a=>a.field==i.tooltip.active);o&&(r=[o])}for(let o of r)o.activateHover(n,e,t,(s=i.until)!==null&&s!==void 0?s:(()=>!1))}function mc(n,e){let t=n.plugin(pc);if(!t)return null;let i=t.manager.tooltips.indexOf(e);return i<0?null:t.manager.tooltipViews[i]}var sx=q.define();var Sp=P.define({combine(n){let e,t;for(let i of n)e=e||i.topContainer,t=t||i.bottomContainer;return{topContainer:e,bottomContainer:t}}});function Ni(n,e){let t=n.plugin(Om),i=t?t.specs.indexOf(e):-1;return i>-1?t.panels[i]:null}var Om=me.fromClass(class{constructor(n){this.input=n.state.facet(an),this.specs=this.input.filter(t=>t),this.panels=this.specs.map(t=>t(n));let e=n.state.facet(Sp);this.top=new Ti(n,!0,e.topContainer),this.bottom=new Ti(n,!1,e.bottomContainer),this.top.sync(this.panels.filter(t=>t.top)),this.bottom.sync(this.panels.filter(t=>!t.top));for(let t of this.panels)t.dom.classList.add("cm-panel"),t.mount&&t.mount()}update(n){let e=n.state.facet(Sp);this.top.container!=e.topContainer&&(this.top.sync([]),this.top=new Ti(n.view,!0,e.topContainer)),this.bottom.container!=e.bottomContainer&&(this.bottom.sync([]),this.bottom=new Ti(n.view,!1,e.bottomContainer)),this.top.syncClasses(),this.bottom.syncClasses();let t=n.state.facet(an);if(t!=this.input){let i=t.filter(l=>l),s=[],r=[],o=[],a=[];for(let l of i){let h=this.specs.indexOf(l),c;h<0?(c=l(n.view),a.push(c)):(c=this.panels[h],c.update&&c.update(n)),s.push(c),(c.top?r:o).push(c)}this.specs=i,this.panels=s,this.top.sync(r),this.bottom.sync(o);for(let l of a)l.dom.classList.add("cm-panel"),l.mount&&l.mount()}else for(let i of this.panels)i.update&&i.update(n)}destroy(){this.top.sync([]),this.bottom.sync([])}},{provide:n=>E.scrollMargins.of(e=>{let t=e.plugin(n);return t&&{top:t.top.scrollMargin(),bottom:t.bottom.scrollMargin()}})}),Ti=class{constructor(e,t,i){this.view=e,this.top=t,this.container=i,this.dom=void 0,this.classes="",this.panels=[],this.syncClasses()}sync(e){for(let t of this.panels)t.destroy&&e.indexOf(t)<0&&t.destroy();this.panels=e,this.syncDOM()}syncDOM(){if(this.panels.length==0){this.dom&&(this.dom.remove(),this.dom=void 0);return}if(!this.dom){this.dom=document.createElement("div"),this.dom.className=this.top?"cm-panels cm-panels-top":"cm-panels cm-panels-bottom";let t=this.container||this.view.dom;t.insertBefore(this.dom,this.top?t.firstChild:null)}let e=this.dom.firstChild;for(let t of this.panels)if(t.dom.parentNode==this.dom){for(;e!=t.dom;)e=Cp(e);e=e.nextSibling}else this.dom.insertBefore(t.dom,e);for(;e;)e=Cp(e)}scrollMargin(){return!this.dom||this.container?0:Math.max(0,this.top?this.dom.getBoundingClientRect().bottom-Math.max(0,this.view.scrollDOM.getBoundingClientRect().top):Math.min(innerHeight,this.view.scrollDOM.getBoundingClientRect().bottom)-this.dom.getBoundingClientRect().top)}syncClasses(){if(!(!this.container||this.classes==this.view.themeClasses)){for(let e of this.classes.split(" "))e&&this.container.classList.remove(e);for(let e of(this.classes=this.view.themeClasses).split(" "))e&&this.container.classList.add(e)}}};function Cp(n){let e=n.nextSibling;return n.remove(),e}var an=P.define({enables:Om});function $i(n,e){let t,i=new Promise(o=>t=o),s=o=>rx(o,e,t);n.state.field(ao,!1)?n.dispatch({effects:Rm.of(s)}):n.dispatch({effects:q.appendConfig.of(ao.init(()=>[s]))});let r=_m.of(s);return{close:r,result:i.then(o=>((n.win.queueMicrotask||(l=>n.win.setTimeout(l,10)))(()=>{n.state.field(ao).indexOf(s)>-1&&n.dispatch({effects:r})}),o))}}function Oo(n,e){let t=n.state.field(ao,!1)||[];for(let i of t){let s=Ni(n,i);if(s&&s.dom.classList.contains(e))return s}return null}var ao=Z.define({create(){return[]},update(n,e){for(let t of e.effects)t.is(Rm)?n=[t.value].concat(n):t.is(_m)&&(n=n.filter(i=>i!=t.value));return n},provide:n=>an.computeN([n],e=>e.field(n))}),Rm=q.define(),_m=q.define();function rx(n,e,t){let i=e.content?e.content(n,()=>a(null)):null;if(!i){if(i=ne("form"),e.input){let l=ne("input",e.input);/^(text|password|number|email|tel|url)$/.test(l.type)&&l.classList.add("cm-textfield"),l.name||(l.name="input"),i.appendChild(ne("label",(e.label||"")+": ",l))}else i.appendChild(document.createTextNode(e.label||""));i.appendChild(document.createTextNode(" ")),i.appendChild(ne("button",{class:"cm-button",type:"submit"},e.submitLabel||"OK"))}let s=i.nodeName=="FORM"?[i]:i.querySelectorAll("form");for(let l=0;l<s.length;l++){let h=s[l];h.addEventListener("keydown",c=>{c.keyCode==27?(c.preventDefault(),a(null)):c.keyCode==13&&(c.preventDefault(),a(h))}),h.addEventListener("submit",c=>{c.preventDefault(),a(h)})}let r=ne("div",i,ne("button",{onclick:()=>a(null),"aria-label":n.state.phrase("close"),class:"cm-dialog-close",type:"button"},["×"]));e.class&&(r.className=e.class),r.classList.add("cm-dialog");let o=typeof e.focus=="string"?i.querySelector(e.focus):e.focus?i.querySelector("input")||i.querySelector("button"):null;function a(l){r.contains(r.ownerDocument.activeElement)&&n.focus(),t(l)}return{dom:r,top:e.top,mount:()=>{o&&("select"in o?o.select():"focus"in o&&o.focus())},destroy:()=>t(null)}}var ht=class extends yt{compare(e){return this==e||this.constructor==e.constructor&&this.eq(e)}eq(e){return!1}destroy(e){}};ht.prototype.elementClass="";ht.prototype.toDOM=void 0;ht.prototype.mapMode=Ae.TrackBefore;ht.prototype.startSide=ht.prototype.endSide=-1;ht.prototype.point=!0;var lo=P.define(),ox=P.define(),ax={class:"",renderEmptyElements:!1,elementStyle:"",markers:()=>Q.empty,lineMarker:()=>null,widgetMarker:()=>null,lineMarkerChange:null,initialSpacer:null,updateSpacer:null,domEventHandlers:{},side:"before"},Ts=P.define();function gc(n){return[Lm(),Ts.of({...ax,...n})]}var nc=P.define({combine:n=>n.some(e=>e)});function Lm(n){let e=[lx];return n&&n.fixed===!1&&e.push(nc.of(!0)),e}var lx=me.fromClass(class{constructor(n){this.view=n,this.domAfter=null,this.prevViewport=n.viewport,this.dom=document.createElement("div"),this.dom.className="cm-gutters cm-gutters-before",this.dom.setAttribute("aria-hidden","true"),this.dom.style.minHeight=this.view.contentHeight/this.view.scaleY+"px",this.gutters=n.state.facet(Ts).map(e=>new Ao(n,e)),this.fixed=!n.state.facet(nc);for(let e of this.gutters)e.config.side=="after"?this.getDOMAfter().appendChild(e.dom):this.dom.appendChild(e.dom);this.fixed&&(this.dom.style.position="sticky"),this.syncGutters(!1),n.scrollDOM.insertBefore(this.dom,n.contentDOM)}getDOMAfter(){return this.domAfter||(this.domAfter=document.createElement("div"),this.domAfter.className="cm-gutters cm-gutters-after",this.domAfter.setAttribute("aria-hidden","true"),this.domAfter.style.minHeight=this.view.contentHeight/this.view.scaleY+"px",this.domAfter.style.position=this.fixed?"sticky":"",this.view.scrollDOM.appendChild(this.domAfter)),this.domAfter}update(n){if(this.updateGutters(n)){let e=this.prevViewport,t=n.view.viewport,i=Math.min(e.to,t.to)-Math.max(e.from,t.from);this.syncGutters(i<(t.to-t.from)*.8)}if(n.geometryChanged){let e=this.view.contentHeight/this.view.scaleY+"px";this.dom.style.minHeight=e,this.domAfter&&(this.domAfter.style.minHeight=e)}this.view.state.facet(nc)!=!this.fixed&&(this.fixed=!this.fixed,this.dom.style.position=this.fixed?"sticky":"",this.domAfter&&(this.domAfter.style.position=this.fixed?"sticky":"")),this.prevViewport=n.view.viewport}syncGutters(n){let e=this.dom.nextSibling;n&&(this.dom.remove(),this.domAfter&&this.domAfter.remove());let t=Q.iter(this.view.state.facet(lo),this.view.viewport.from),i=[],s=this.gutters.map(r=>new sc(r,this.view.viewport,-this.view.documentPadding.top));for(let r of this.view.viewportLineBlocks)if(i.length&&(i=[]),Array.isArray(r.type)){let o=!0;for(let a of r.type)if(a.type==Ne.Text&&o){ic(t,i,a.from);for(let l of s)l.line(this.view,a,i);o=!1}else if(a.widget)for(let l of s)l.widget(this.view,a)}else if(r.type==Ne.Text){ic(t,i,r.from);for(let o of s)o.line(this.view,r,i)}else if(r.widget)for(let o of s)o.widget(this.view,r);for(let r of s)r.finish();n&&(this.view.scrollDOM.insertBefore(this.dom,e),this.domAfter&&this.view.scrollDOM.appendChild(this.domAfter))}updateGutters(n){let e=n.startState.facet(Ts),t=n.state.facet(Ts),i=n.docChanged||n.heightChanged||n.viewportChanged||!Q.eq(n.startState.facet(lo),n.state.facet(lo),n.view.viewport.from,n.view.viewport.to);if(e==t)for(let s of this.gutters)s.update(n)&&(i=!0);else{i=!0;let s=[];for(let r of t){let o=e.indexOf(r);o<0?s.push(new Ao(this.view,r)):(this.gutters[o].update(n),s.push(this.gutters[o]))}for(let r of this.gutters)r.dom.remove(),s.indexOf(r)<0&&r.destroy();for(let r of s)r.config.side=="after"?this.getDOMAfter().appendChild(r.dom):this.dom.appendChild(r.dom);this.gutters=s}return i}destroy(){for(let n of this.gutters)n.destroy();this.dom.remove(),this.domAfter&&this.domAfter.remove()}},{provide:n=>E.scrollMargins.of(e=>{let t=e.plugin(n);if(!t||t.gutters.length==0||!t.fixed)return null;let i=t.dom.offsetWidth*e.scaleX,s=t.domAfter?t.domAfter.offsetWidth*e.scaleX:0;return e.textDirection==ie.LTR?{left:i,right:s}:{right:i,left:s}})});function Ap(n){return Array.isArray(n)?n:[n]}function ic(n,e,t){for(;n.value&&n.from<=t;)n.from==t&&e.push(n.value),n.next()}var sc=class{constructor(e,t,i){this.gutter=e,this.height=i,this.i=0,this.cursor=Q.iter(e.markers,t.from)}addElement(e,t,i){let{gutter:s}=this,r=(t.top-this.height)/e.scaleY,o=t.height/e.scaleY;if(this.i==s.elements.length){let a=new To(e,o,r,i);s.elements.push(a),s.dom.appendChild(a.dom)}else s.elements[this.i].update(e,o,r,i);this.height=t.bottom,this.i++}line(e,t,i){let s=[];ic(this.cursor,s,t.from),i.length&&(s=s.concat(i));let r=this.gutter.config.lineMarker(e,t,s);r&&s.unshift(r);let o=this.gutter;s.length==0&&!o.config.renderEmptyElements||this.addElement(e,t,s)}widget(e,t){let i=this.gutter.config.widgetMarker(e,t.widget,t),s=i?[i]:null;for(let r of e.state.facet(ox)){let o=r(e,t.widget,t);o&&(s||(s=[])).push(o)}s&&this.addElement(e,t,s)}finish(){let e=this.gutter;for(;e.elements.length>this.i;){let t=e.elements.pop();e.dom.removeChild(t.dom),t.destroy()}}},Ao=class{constructor(e,t){this.view=e,this.config=t,this.elements=[],this.spacer=null,this.dom=document.createElement("div"),this.dom.className="cm-gutter"+(this.config.class?" "+this.config.class:"");for(let i in t.domEventHandlers)this.dom.addEventListener(i,s=>{let r=s.target,o;if(r!=this.dom&&this.dom.contains(r)){for(;r.parentNode!=this.dom;)r=r.parentNode;let l=r.getBoundingClientRect();o=(l.top+l.bottom)/2}else o=s.clientY;let a=e.lineBlockAtHeight(o-e.documentTop);t.domEventHandlers[i](e,a,s)&&s.preventDefault()});this.markers=Ap(t.markers(e)),t.initialSpacer&&(this.spacer=new To(e,0,0,[t.initialSpacer(e)]),this.dom.appendChild(this.spacer.dom),this.spacer.dom.style.cssText+="visibility: hidden; pointer-events: none")}update(e){let t=this.markers;if(this.markers=Ap(this.config.markers(e.view)),this.spacer&&this.config.updateSpacer){let s=this.config.updateSpacer(this.spacer.markers[0],e);s!=this.spacer.markers[0]&&this.spacer.update(e.view,0,0,[s])}let i=e.view.viewport;return!Q.eq(this.markers,t,i.from,i.to)||(this.config.lineMarkerChange?this.config.lineMarkerChange(e):!1)}destroy(){for(let e of this.elements)e.destroy()}},To=class{constructor(e,t,i,s){this.height=-1,this.above=0,this.markers=[],this.dom=document.createElement("div"),this.dom.className="cm-gutterElement",this.update(e,t,i,s)}update(e,t,i,s){this.height!=t&&(this.height=t,this.dom.style.height=t+"px"),this.above!=i&&(this.dom.style.marginTop=(this.above=i)?i+"px":""),hx(this.markers,s)||this.setMarkers(e,s)}setMarkers(e,t){let i="cm-gutterElement",s=this.dom.firstChild;for(let r=0,o=0;;){let a=o,l=r<t.length?t[r++]:null,h=!1;if(l){let c=l.elementClass;c&&(i+=" "+c);for(let d=o;d<this.markers.length;d++)if(this.markers[d].compare(l)){a=d,h=!0;break}}else a=this.markers.length;for(;o<a;){let c=this.markers[o++];if(c.toDOM){c.destroy(s);let d=s.nextSibling;s.remove(),s=d}}if(!l)break;l.toDOM&&(h?s=s.nextSibling:this.dom.insertBefore(l.toDOM(e),s)),h&&o++}this.dom.className=i,this.markers=t}destroy(){this.setMarkers(null,[])}};function hx(n,e){if(n.length!=e.length)return!1;for(let t=0;t<n.length;t++)if(!n[t].compare(e[t]))return!1;return!0}var cx=P.define(),ux=P.define(),Mi=P.define({combine(n){return Xe(n,{formatNumber:String,domEventHandlers:{}},{domEventHandlers(e,t){let i=Object.assign({},e);for(let s in t){let r=i[s],o=t[s];i[s]=r?(a,l,h)=>r(a,l,h)||o(a,l,h):o}return i}})}}),Ms=class extends ht{constructor(e){super(),this.number=e}eq(e){return this.number==e.number}toDOM(){return document.createTextNode(this.number)}};function uh(n,e){return n.state.facet(Mi).formatNumber(e,n.state)}var dx=Ts.compute([Mi],n=>({class:"cm-lineNumbers",renderEmptyElements:!1,markers(e){return e.state.facet(cx)},lineMarker(e,t,i){return i.some(s=>s.toDOM)?null:new Ms(uh(e,e.state.doc.lineAt(t.from).number))},widgetMarker:(e,t,i)=>{for(let s of e.state.facet(ux)){let r=s(e,t,i);if(r)return r}return null},lineMarkerChange:e=>e.startState.facet(Mi)!=e.state.facet(Mi),initialSpacer(e){return new Ms(uh(e,Tp(e.state.doc.lines)))},updateSpacer(e,t){let i=uh(t.view,Tp(t.view.state.doc.lines));return i==e.number?e:new Ms(i)},domEventHandlers:n.facet(Mi).domEventHandlers,side:"before"}));function Bm(n={}){return[Mi.of(n),Lm(),dx]}function Tp(n){let e=9;for(;e<n;)e=e*10+9;return e}var fx=new class extends ht{constructor(){super(...arguments),this.elementClass="cm-activeLineGutter"}},px=lo.compute(["selection"],n=>{let e=[],t=-1;for(let i of n.selection.ranges){let s=n.doc.lineAt(i.head).from;s>t&&(t=s,e.push(fx.range(s)))}return Q.of(e)});function Im(){return px}var mx=0,_s=class{constructor(e,t){this.from=e,this.to=t}},V=class{constructor(e={}){this.id=mx++,this.perNode=!!e.perNode,this.deserialize=e.deserialize||(()=>{throw new Error("This node type doesn't define a deserialize function")}),this.combine=e.combine||null}add(e){if(this.perNode)throw new RangeError("Can't add per-node props to node types");return typeof e!="function"&&(e=et.match(e)),t=>{let i=e(t);return i===void 0?null:[this,i]}}};V.closedBy=new V({deserialize:n=>n.split(" ")});V.openedBy=new V({deserialize:n=>n.split(" ")});V.group=new V({deserialize:n=>n.split(" ")});V.isolate=new V({deserialize:n=>{if(n&&n!="rtl"&&n!="ltr"&&n!="auto")throw new RangeError("Invalid value for isolate: "+n);return n||"auto"}});V.contextHash=new V({perNode:!0});V.lookAhead=new V({perNode:!0});V.mounted=new V({perNode:!0});var Zn=class{constructor(e,t,i,s=!1){this.tree=e,this.overlay=t,this.parser=i,this.bracketed=s}static get(e){return e&&e.props&&e.props[V.mounted.id]}},gx=Object.create(null),et=class n{constructor(e,t,i,s=0){this.name=e,this.props=t,this.id=i,this.flags=s}static define(e){let t=e.props&&e.props.length?Object.create(null):gx,i=(e.top?1:0)|(e.skipped?2:0)|(e.error?4:0)|(e.name==null?8:0),s=new n(e.name||"",t,e.id,i);if(e.props){for(let r of e.props)if(Array.isArray(r)||(r=r(s)),r){if(r[0].perNode)throw new RangeError("Can't store a per-node prop on a node type");t[r[0].id]=r[1]}}return s}prop(e){return this.props[e.id]}get isTop(){return(this.flags&1)>0}get isSkipped(){return(this.flags&2)>0}get isError(){return(this.flags&4)>0}get isAnonymous(){return(this.flags&8)>0}is(e){if(typeof e=="string"){if(this.name==e)return!0;let t=this.prop(V.group);return t?t.indexOf(e)>-1:!1}return this.id==e}static match(e){let t=Object.create(null);for(let i in e)for(let s of i.split(" "))t[s]=e[i];return i=>{for(let s=i.prop(V.group),r=-1;r<(s?s.length:0);r++){let o=t[r<0?i.name:s[r]];if(o)return o}}}};et.none=new et("",Object.create(null),0,8);var Lo=class n{constructor(e){this.types=e;for(let t=0;t<e.length;t++)if(e[t].id!=t)throw new RangeError("Node type ids should correspond to array positions when creating a node set")}extend(...e){let t=[];for(let i of this.types){let s=null;for(let r of e){let o=r(i);if(o){s||(s=Object.assign({},i.props));let a=o[1],l=o[0];l.combine&&l.id in s&&(a=l.combine(s[l.id],a)),s[l.id]=a}}t.push(s?new et(i.name,s,i.id,i.flags):i)}return new n(t)}},Ro=new WeakMap,Fm=new WeakMap,Se;(function(n){n[n.ExcludeBuffers=1]="ExcludeBuffers",n[n.IncludeAnonymous=2]="IncludeAnonymous",n[n.IgnoreMounts=4]="IgnoreMounts",n[n.IgnoreOverlays=8]="IgnoreOverlays",n[n.EnterBracketed=16]="EnterBracketed"})(Se||(Se={}));var be=class n{constructor(e,t,i,s,r){if(this.type=e,this.children=t,this.positions=i,this.length=s,this.props=null,r&&r.length){this.props=Object.create(null);for(let[o,a]of r)this.props[typeof o=="number"?o:o.id]=a}}toString(){let e=Zn.get(this);if(e&&!e.overlay)return e.tree.toString();let t="";for(let i of this.children){let s=i.toString();s&&(t&&(t+=","),t+=s)}return this.type.name?(/\W/.test(this.type.name)&&!this.type.isError?JSON.stringify(this.type.name):this.type.name)+(t.length?"("+t+")":""):t}cursor(e=0){return new Is(this.topNode,e)}cursorAt(e,t=0,i=0){let s=Ro.get(this)||this.topNode,r=new Is(s);return r.moveTo(e,t),Ro.set(this,r._tree),r}get topNode(){return new Ht(this,0,0,null)}resolve(e,t=0){let i=Ls(Ro.get(this)||this.topNode,e,t,!1);return Ro.set(this,i),i}resolveInner(e,t=0){let i=Ls(Fm.get(this)||this.topNode,e,t,!0);return Fm.set(this,i),i}resolveStack(e,t=0){return yx(this,e,t)}iterate(e){let{enter:t,leave:i,from:s=0,to:r=this.length}=e,o=e.mode||0,a=(o&Se.IncludeAnonymous)>0;for(let l=this.cursor(o|Se.IncludeAnonymous);;){let h=!1;if(l.from<=r&&l.to>=s&&(!a&&l.type.isAnonymous||t(l)!==!1)){if(l.firstChild())continue;h=!0}for(;h&&i&&(a||!l.type.isAnonymous)&&i(l),!l.nextSibling();){if(!l.parent())return;h=!0}}}prop(e){return e.perNode?this.props?this.props[e.id]:void 0:this.type.prop(e)}get propValues(){let e=[];if(this.props)for(let t in this.props)e.push([+t,this.props[t]]);return e}balance(e={}){return this.children.length<=8?this:Sc(et.none,this.children,this.positions,0,this.children.length,0,this.length,(t,i,s)=>new n(this.type,t,i,s,this.propValues),e.makeTree||((t,i,s)=>new n(et.none,t,i,s)))}static build(e){return vx(e)}};be.empty=new be(et.none,[],[],0);var yc=class n{constructor(e,t){this.buffer=e,this.index=t}get id(){return this.buffer[this.index-4]}get start(){return this.buffer[this.index-3]}get end(){return this.buffer[this.index-2]}get size(){return this.buffer[this.index-1]}get pos(){return this.index}next(){this.index-=4}fork(){return new n(this.buffer,this.index)}},An=class n{constructor(e,t,i){this.buffer=e,this.length=t,this.set=i}get type(){return et.none}toString(){let e=[];for(let t=0;t<this.buffer.length;)e.push(this.childString(t)),t=this.buffer[t+3];return e.join(",")}childString(e){let t=this.buffer[e],i=this.buffer[e+3],s=this.set.types[t],r=s.name;if(/\W/.test(r)&&!s.isError&&(r=JSON.stringify(r)),e+=4,i==e)return r;let o=[];for(;e<i;)o.push(this.childString(e)),e=this.buffer[e+3];return r+"("+o.join(",")+")"}findChild(e,t,i,s,r){let{buffer:o}=this,a=-1;for(let l=e;l!=t&&!($m(r,s,o[l+1],o[l+2])&&(a=l,i>0));l=o[l+3]);return a}slice(e,t,i){let s=this.buffer,r=new Uint16Array(t-e),o=0;for(let a=e,l=0;a<t;){r[l++]=s[a++],r[l++]=s[a++]-i;let h=r[l++]=s[a++]-i;r[l++]=s[a++]-e,o=Math.max(o,h)}return new n(r,o,this.set)}};function $m(n,e,t,i){switch(n){case-2:return t<e;case-1:return i>=e&&t<e;case 0:return t<e&&i>e;case 1:return t<=e&&i>e;case 2:return i>e;case 4:return!0}}function Ls(n,e,t,i){for(var s;n.from==n.to||(t<1?n.from>=e:n.from>e)||(t>-1?n.to<=e:n.to<e);){let o=!i&&n instanceof Ht&&n.index<0?null:n.parent;if(!o)return n;n=o}let r=i?0:Se.IgnoreOverlays;if(i)for(let o=n,a=o.parent;a;o=a,a=o.parent)o instanceof Ht&&o.index<0&&((s=a.enter(e,t,r))===null||s===void 0?void 0:s.from)!=o.from&&(n=a);for(;;){let o=n.enter(e,t,r);if(!o)return n;n=o}}var Bo=class{cursor(e=0){return new Is(this,e)}getChild(e,t=null,i=null){let s=qm(this,e,t,i);return s.length?s[0]:null}getChildren(e,t=null,i=null){return qm(this,e,t,i)}resolve(e,t=0){return Ls(this,e,t,!1)}resolveInner(e,t=0){return Ls(this,e,t,!0)}matchContext(e){return vc(this.parent,e)}enterUnfinishedNodesBefore(e){let t=this.childBefore(e),i=this;for(;t;){let s=t.lastChild;if(!s||s.to!=t.to)break;s.type.isError&&s.from==s.to?(i=t,t=s.prevSibling):t=s}return i}get node(){return this}get next(){return this.parent}},Ht=class n extends Bo{constructor(e,t,i,s){super(),this._tree=e,this.from=t,this.index=i,this._parent=s}get type(){return this._tree.type}get name(){return this._tree.type.name}get to(){return this.from+this._tree.length}nextChild(e,t,i,s,r=0){for(let o=this;;){for(let{children:a,positions:l}=o._tree,h=t>0?a.length:-1;e!=h;e+=t){let c=a[e],d=l[e]+o.from,f;if(!(!(r&Se.EnterBracketed&&c instanceof be&&(f=Zn.get(c))&&!f.overlay&&f.bracketed&&i>=d&&i<=d+c.length)&&!$m(s,i,d,d+c.length))){if(c instanceof An){if(r&Se.ExcludeBuffers)continue;let p=c.findChild(0,c.buffer.length,t,i-d,s);if(p>-1)return new Bs(new bc(o,c,e,d),null,p)}else if(r&Se.IncludeAnonymous||!c.type.isAnonymous||xc(c)){let p;if(!(r&Se.IgnoreMounts)&&(p=Zn.get(c))&&!p.overlay)return new n(p.tree,d,e,o);let m=new n(c,d,e,o);return r&Se.IncludeAnonymous||!m.type.isAnonymous?m:m.nextChild(t<0?c.children.length-1:0,t,i,s,r)}}}if(r&Se.IncludeAnonymous||!o.type.isAnonymous||(o.index>=0?e=o.index+t:e=t<0?-1:o._parent._tree.children.length,o=o._parent,!o))return null}}get firstChild(){return this.nextChild(0,1,0,4)}get lastChild(){return this.nextChild(this._tree.children.length-1,-1,0,4)}childAfter(e){return this.nextChild(0,1,e,2)}childBefore(e){return this.nextChild(this._tree.children.length-1,-1,e,-2)}prop(e){return this._tree.prop(e)}enter(e,t,i=0){let s;if(!(i&Se.IgnoreOverlays)&&(s=Zn.get(this._tree))&&s.overlay){let r=e-this.from,o=i&Se.EnterBracketed&&s.bracketed;for(let{from:a,to:l}of s.overlay)if((t>0||o?a<=r:a<r)&&(t<0||o?l>=r:l>r))return new n(s.tree,s.overlay[0].from+this.from,-1,this)}return this.nextChild(0,1,e,t,i)}nextSignificantParent(){let e=this;for(;e.type.isAnonymous&&e._parent;)e=e._parent;return e}get parent(){return this._parent?this._parent.nextSignificantParent():null}get nextSibling(){return this._parent&&this.index>=0?this._parent.nextChild(this.index+1,1,0,4):null}get prevSibling(){return this._parent&&this.index>=0?this._parent.nextChild(this.index-1,-1,0,4):null}get tree(){return this._tree}toTree(){return this._tree}toString(){return this._tree.toString()}};function qm(n,e,t,i){let s=n.cursor(),r=[];if(!s.firstChild())return r;if(t!=null){for(let o=!1;!o;)if(o=s.type.is(t),!s.nextSibling())return r}for(;;){if(i!=null&&s.type.is(i))return r;if(s.type.is(e)&&r.push(s.node),!s.nextSibling())return i==null?r:[]}}function vc(n,e,t=e.length-1){for(let i=n;t>=0;i=i.parent){if(!i)return!1;if(!i.type.isAnonymous){if(e[t]&&e[t]!=i.name)return!1;t--}}return!0}var bc=class{constructor(e,t,i,s){this.parent=e,this.buffer=t,this.index=i,this.start=s}},Bs=class n extends Bo{get name(){return this.type.name}get from(){return this.context.start+this.context.buffer.buffer[this.index+1]}get to(){return this.context.start+this.context.buffer.buffer[this.index+2]}constructor(e,t,i){super(),this.context=e,this._parent=t,this.index=i,this.type=e.buffer.set.types[e.buffer.buffer[i]]}child(e,t,i){let{buffer:s}=this.context,r=s.findChild(this.index+4,s.buffer[this.index+3],e,t-this.context.start,i);return r<0?null:new n(this.context,this,r)}get firstChild(){return this.child(1,0,4)}get lastChild(){return this.child(-1,0,4)}childAfter(e){return this.child(1,e,2)}childBefore(e){return this.child(-1,e,-2)}prop(e){return this.type.prop(e)}enter(e,t,i=0){if(i&Se.ExcludeBuffers)return null;let{buffer:s}=this.context,r=s.findChild(this.index+4,s.buffer[this.index+3],t>0?1:-1,e-this.context.start,t);return r<0?null:new n(this.context,this,r)}get parent(){return this._parent||this.context.parent.nextSignificantParent()}externalSibling(e){return this._parent?null:this.context.parent.nextChild(this.context.index+e,e,0,4)}get nextSibling(){let{buffer:e}=this.context,t=e.buffer[this.index+3];return t<(this._parent?e.buffer[this._parent.index+3]:e.buffer.length)?new n(this.context,this._parent,t):this.externalSibling(1)}get prevSibling(){let{buffer:e}=this.context,t=this._parent?this._parent.index+4:0;return this.index==t?this.externalSibling(-1):new n(this.context,this._parent,e.findChild(t,this.index,-1,0,4))}get tree(){return null}toTree(){let e=[],t=[],{buffer:i}=this.context,s=this.index+4,r=i.buffer[this.index+3];if(r>s){let o=i.buffer[this.index+1];e.push(i.slice(s,r,o)),t.push(0)}return new be(this.type,e,t,this.to-this.from)}toString(){return this.context.buffer.childString(this.index)}};function Hm(n){if(!n.length)return null;let e=0,t=n[0];for(let r=1;r<n.length;r++){let o=n[r];(o.from>t.from||o.to<t.to)&&(t=o,e=r)}let i=t instanceof Ht&&t.index<0?null:t.parent,s=n.slice();return i?s[e]=i:s.splice(e,1),new wc(s,t)}var wc=class{constructor(e,t){this.heads=e,this.node=t}get next(){return Hm(this.heads)}};function yx(n,e,t){let i=n.resolveInner(e,t),s=null;for(let r=i instanceof Ht?i:i.context.parent;r;r=r.parent)if(r.index<0){let o=r.parent;(s||(s=[i])).push(o.resolve(e,t)),r=o}else{let o=Zn.get(r.tree);if(o&&o.overlay&&o.overlay[0].from<=e&&o.overlay[o.overlay.length-1].to>=e){let a=new Ht(o.tree,o.overlay[0].from+r.from,-1,r);(s||(s=[i])).push(Ls(a,e,t,!1))}}return s?Hm(s):i}var Is=class{get name(){return this.type.name}constructor(e,t=0){if(this.buffer=null,this.stack=[],this.index=0,this.bufferNode=null,this.mode=t&~Se.EnterBracketed,e instanceof Ht)this.yieldNode(e);else{this._tree=e.context.parent,this.buffer=e.context;for(let i=e._parent;i;i=i._parent)this.stack.unshift(i.index);this.bufferNode=e,this.yieldBuf(e.index)}}yieldNode(e){return e?(this._tree=e,this.type=e.type,this.from=e.from,this.to=e.to,!0):!1}yieldBuf(e,t){this.index=e;let{start:i,buffer:s}=this.buffer;return this.type=t||s.set.types[s.buffer[e]],this.from=i+s.buffer[e+1],this.to=i+s.buffer[e+2],!0}yield(e){return e?e instanceof Ht?(this.buffer=null,this.yieldNode(e)):(this.buffer=e.context,this.yieldBuf(e.index,e.type)):!1}toString(){return this.buffer?this.buffer.buffer.childString(this.index):this._tree.toString()}enterChild(e,t,i){if(!this.buffer)return this.yield(this._tree.nextChild(e<0?this._tree._tree.children.length-1:0,e,t,i,this.mode));let{buffer:s}=this.buffer,r=s.findChild(this.index+4,s.buffer[this.index+3],e,t-this.buffer.start,i);return r<0?!1:(this.stack.push(this.index),this.yieldBuf(r))}firstChild(){return this.enterChild(1,0,4)}lastChild(){return this.enterChild(-1,0,4)}childAfter(e){return this.enterChild(1,e,2)}childBefore(e){return this.enterChild(-1,e,-2)}enter(e,t,i=this.mode){return this.buffer?i&Se.ExcludeBuffers?!1:this.enterChild(1,e,t):this.yield(this._tree.enter(e,t,i))}parent(){if(!this.buffer)return this.yieldNode(this.mode&Se.IncludeAnonymous?this._tree._parent:this._tree.parent);if(this.stack.length)return this.yieldBuf(this.stack.pop());let e=this.mode&Se.IncludeAnonymous?this.buffer.parent:this.buffer.parent.nextSignificantParent();return this.buffer=null,this.yieldNode(e)}sibling(e){if(!this.buffer)return this._tree._parent?this.yield(this._tree.index<0?null:this._tree._parent.nextChild(this._tree.index+e,e,0,4,this.mode)):!1;let{buffer:t}=this.buffer,i=this.stack.length-1;if(e<0){let s=i<0?0:this.stack[i]+4;if(this.index!=s)return this.yieldBuf(t.findChild(s,this.index,-1,0,4))}else{let s=t.buffer[this.index+3];if(s<(i<0?t.buffer.length:t.buffer[this.stack[i]+3]))return this.yieldBuf(s)}return i<0?this.yield(this.buffer.parent.nextChild(this.buffer.index+e,e,0,4,this.mode)):!1}nextSibling(){return this.sibling(1)}prevSibling(){return this.sibling(-1)}atLastNode(e){let t,i,{buffer:s}=this;if(s){if(e>0){if(this.index<s.buffer.buffer.length)return!1}else for(let r=0;r<this.index;r++)if(s.buffer.buffer[r+3]<this.index)return!1;({index:t,parent:i}=s)}else({index:t,_parent:i}=this._tree);for(;i;{index:t,_parent:i}=i)if(t>-1)for(let r=t+e,o=e<0?-1:i._tree.children.length;r!=o;r+=e){let a=i._tree.children[r];if(this.mode&Se.IncludeAnonymous||a instanceof An||!a.type.isAnonymous||xc(a))return!1}return!0}move(e,t){if(t&&this.enterChild(e,0,4))return!0;for(;;){if(this.sibling(e))return!0;if(this.atLastNode(e)||!this.parent())return!1}}next(e=!0){return this.move(1,e)}prev(e=!0){return this.move(-1,e)}moveTo(e,t=0){for(;(this.from==this.to||(t<1?this.from>=e:this.from>e)||(t>-1?this.to<=e:this.to<e))&&this.parent(););for(;this.enterChild(1,e,t););return this}get node(){if(!this.buffer)return this._tree;let e=this.bufferNode,t=null,i=0;if(e&&e.context==this.buffer)e:for(let s=this.index,r=this.stack.length;r>=0;){for(let o=e;o;o=o._parent)if(o.index==s){if(s==this.index)return o;t=o,i=r+1;break e}s=this.stack[--r]}for(let s=i;s<this.stack.length;s++)t=new Bs(this.buffer,t,this.stack[s]);return this.bufferNode=new Bs(this.buffer,t,this.index)}get tree(){return this.buffer?null:this._tree._tree}iterate(e,t){for(let i=0;;){let s=!1;if(this.type.isAnonymous||e(this)!==!1){if(this.firstChild()){i++;continue}this.type.isAnonymous||(s=!0)}for(;;){if(s&&t&&t(this),s=this.type.isAnonymous,!i)return;if(this.nextSibling())break;this.parent(),i--,s=!0}}}matchContext(e){if(!this.buffer)return vc(this.node.parent,e);let{buffer:t}=this.buffer,{types:i}=t.set;for(let s=e.length-1,r=this.stack.length-1;s>=0;r--){if(r<0)return vc(this._tree,e,s);let o=i[t.buffer[this.stack[r]]];if(!o.isAnonymous){if(e[s]&&e[s]!=o.name)return!1;s--}}return!0}};function xc(n){return n.children.some(e=>e instanceof An||!e.type.isAnonymous||xc(e))}function vx(n){var e;let{buffer:t,nodeSet:i,maxBufferLength:s=1024,reused:r=[],minRepeatType:o=i.types.length}=n,a=Array.isArray(t)?new yc(t,t.length):t,l=i.types,h=0,c=0;function d(b,S,C,T,D,N){let{id:F,start:_,end:$,size:W}=a,U=c,J=h;if(W<0)if(a.next(),W==-1){let we=r[F];C.push(we),T.push(_-b);return}else if(W==-3){h=F;return}else if(W==-4){c=F;return}else throw new RangeError(`Unrecognized record size: ${W}`);let K=l[F],ue,Y,Le=_-b;if($-_<=s&&(Y=y(a.pos-S,D))){let we=new Uint16Array(Y.size-Y.skip),de=a.pos-Y.size,fe=we.length;for(;a.pos>de;)fe=v(Y.start,we,fe);ue=new An(we,$-Y.start,i),Le=Y.start-b}else{let we=a.pos-W;a.next();let de=[],fe=[],ge=F>=o?F:-1,ee=0,Fe=$,mt=U;for(;a.pos>we;)ge>=0&&a.id==ge&&a.size>=0?(a.end<=Fe-s&&(m(de,fe,_,ee,a.end,Fe,ge,mt,J),ee=de.length,Fe=a.end,mt=c),a.next()):N>2500?f(_,we,de,fe):(ge>=0&&a.size==-1&&r[a.id].type==i.types[ge]&&(ee<de.length&&m(de,fe,_,ee,a.end,Fe,ge,mt,J),ee=de.length+1,Fe=a.start,mt=c),d(_,we,de,fe,ge,N+1));if(ge>=0&&ee>0&&ee<de.length&&m(de,fe,_,ee,_,Fe,ge,mt,J),de.reverse(),fe.reverse(),ge>-1&&ee>0){let Qt=p(K,J);ue=Sc(K,de,fe,0,de.length,0,$-_,Qt,Qt)}else ue=g(K,de,fe,$-_,U-$,J)}C.push(ue),T.push(Le)}function f(b,S,C,T){let D=[],N=0,F=-1;for(;a.pos>S;){let{id:_,start:$,end:W,size:U}=a;if(U>4)a.next();else{if(F>-1&&$<F)break;F<0&&(F=W-s),D.push(_,$,W),N++,a.next()}}if(N){let _=new Uint16Array(N*4),$=D[D.length-2];for(let W=D.length-3,U=0;W>=0;W-=3)_[U++]=D[W],_[U++]=D[W+1]-$,_[U++]=D[W+2]-$,_[U++]=U;C.push(new An(_,D[2]-$,i)),T.push($-b)}}function p(b,S){return(C,T,D)=>{let N=0,F=C.length-1,_,$;if(F>=0&&(_=C[F])instanceof be){if(!F&&_.type==b&&_.length==D)return _;($=_.prop(V.lookAhead))&&(N=T[F]+_.length+$-D)}return g(b,C,T,D,N,S)}}function m(b,S,C,T,D,N,F,_,$){let W=[],U=[];for(;b.length>T;)W.push(b.pop()),U.push(S.pop()+C-D);b.push(g(i.types[F],W,U,N-D,_-N,$)),S.push(D-C)}function g(b,S,C,T,D,N,F){if(N){let _=[V.contextHash,N];F=F?[_].concat(F):[_]}if(D>25){let _=[V.lookAhead,D];F=F?[_].concat(F):[_]}return new be(b,S,C,T,F)}function y(b,S){let C=a.fork(),T=0,D=0,N=0,F=C.end-s,_={size:0,start:0,skip:0};e:for(let $=C.pos-b;C.pos>$;){let W=C.size;if(C.id==S&&W>=0){_.size=T,_.start=D,_.skip=N,N+=4,T+=4,C.next();continue}let U=C.pos-W;if(W<0||U<$||C.start<F)break;let J=C.id>=o?4:0,K=C.start;for(C.next();C.pos>U;){if(C.size<0)if(C.size==-3||C.size==-4)J+=4;else break e;else C.id>=o&&(J+=4);C.next()}D=K,T+=W,N+=J}return(S<0||T==b)&&(_.size=T,_.start=D,_.skip=N),_.size>4?_:void 0}function v(b,S,C){let{id:T,start:D,end:N,size:F}=a;if(a.next(),F>=0&&T<o){let _=C;if(F>4){let $=a.pos-(F-4);for(;a.pos>$;)C=v(b,S,C)}S[--C]=_,S[--C]=N-b,S[--C]=D-b,S[--C]=T}else F==-3?h=T:F==-4&&(c=T);return C}let w=[],k=[];for(;a.pos>0;)d(n.start||0,n.bufferStart||0,w,k,-1,0);let x=(e=n.length)!==null&&e!==void 0?e:w.length?k[0]+w[0].length:0;return new be(l[n.topID],w.reverse(),k.reverse(),x)}var Nm=new WeakMap;function _o(n,e){if(!n.isAnonymous||e instanceof An||e.type!=n)return 1;let t=Nm.get(e);if(t==null){t=1;for(let i of e.children){if(i.type!=n||!(i instanceof be)){t=1;break}t+=_o(n,i)}Nm.set(e,t)}return t}function Sc(n,e,t,i,s,r,o,a,l){let h=0;for(let m=i;m<s;m++)h+=_o(n,e[m]);let c=Math.ceil(h*1.5/8),d=[],f=[];function p(m,g,y,v,w){for(let k=y;k<v;){let x=k,b=g[k],S=_o(n,m[k]);for(k++;k<v;k++){let C=_o(n,m[k]);if(S+C>=c)break;S+=C}if(k==x+1){if(S>c){let C=m[x];p(C.children,C.positions,0,C.children.length,g[x]+w);continue}d.push(m[x])}else{let C=g[k-1]+m[k-1].length-b;d.push(Sc(n,m,g,x,k,b,C,null,l))}f.push(b+w-r)}}return p(e,t,i,s,0),(a||l)(d,f,o)}var Qn=class n{constructor(e,t,i,s,r=!1,o=!1){this.from=e,this.to=t,this.tree=i,this.offset=s,this.open=(r?1:0)|(o?2:0)}get openStart(){return(this.open&1)>0}get openEnd(){return(this.open&2)>0}static addTree(e,t=[],i=!1){let s=[new n(0,e.length,e,0,!1,i)];for(let r of t)r.to>e.length&&s.push(r);return s}static applyChanges(e,t,i=128){if(!t.length)return e;let s=[],r=1,o=e.length?e[0]:null;for(let a=0,l=0,h=0;;a++){let c=a<t.length?t[a]:null,d=c?c.fromA:1e9;if(d-l>=i)for(;o&&o.from<d;){let f=o;if(l>=f.from||d<=f.to||h){let p=Math.max(f.from,l)-h,m=Math.min(f.to,d)-h;f=p>=m?null:new n(p,m,f.tree,f.offset+h,a>0,!!c)}if(f&&s.push(f),o.to>d)break;o=r<e.length?e[r++]:null}if(!c)break;l=c.toA,h=c.toA-c.toB}return s}},Fs=class{startParse(e,t,i){return typeof e=="string"&&(e=new kc(e)),i=i?i.length?i.map(s=>new _s(s.from,s.to)):[new _s(0,0)]:[new _s(0,e.length)],this.createParse(e,t||[],i)}parse(e,t,i){let s=this.startParse(e,t,i);for(;;){let r=s.advance();if(r)return r}}},kc=class{constructor(e){this.string=e}get length(){return this.string.length}chunk(e){return this.string.slice(e)}get lineChunks(){return!1}read(e,t){return this.string.slice(e,t)}};var IE=new V({perNode:!0});var bx=0,Pt=class n{constructor(e,t,i,s){this.name=e,this.set=t,this.base=i,this.modified=s,this.id=bx++}toString(){let{name:e}=this;for(let t of this.modified)t.name&&(e=`${t.name}(${e})`);return e}static define(e,t){let i=typeof e=="string"?e:"?";if(e instanceof n&&(t=e),t?.base)throw new Error("Can not derive from a modified tag");let s=new n(i,[],null,[]);if(s.set.push(s),t)for(let r of t.set)s.set.push(r);return s}static defineModifier(e){let t=new No(e);return i=>i.modified.indexOf(t)>-1?i:No.get(i.base||i,i.modified.concat(t).sort((s,r)=>s.id-r.id))}},wx=0,No=class n{constructor(e){this.name=e,this.instances=[],this.id=wx++}static get(e,t){if(!t.length)return e;let i=t[0].instances.find(a=>a.base==e&&kx(t,a.modified));if(i)return i;let s=[],r=new Pt(e.name,s,e,t);for(let a of t)a.instances.push(r);let o=xx(t);for(let a of e.set)if(!a.modified.length)for(let l of o)s.push(n.get(a,l));return r}};function kx(n,e){return n.length==e.length&&n.every((t,i)=>t==e[i])}function xx(n){let e=[[]];for(let t=0;t<n.length;t++)for(let i=0,s=e.length;i<s;i++)e.push(e[i].concat(n[t]));return e.sort((t,i)=>i.length-t.length)}function Vm(n){let e=Object.create(null);for(let t in n){let i=n[t];Array.isArray(i)||(i=[i]);for(let s of t.split(" "))if(s){let r=[],o=2,a=s;for(let d=0;;){if(a=="..."&&d>0&&d+3==s.length){o=1;break}let f=/^"(?:[^"\\]|\\.)*?"|[^\/!]+/.exec(a);if(!f)throw new RangeError("Invalid path: "+s);if(r.push(f[0]=="*"?"":f[0][0]=='"'?JSON.parse(f[0]):f[0]),d+=f[0].length,d==s.length)break;let p=s[d++];if(d==s.length&&p=="!"){o=0;break}if(p!="/")throw new RangeError("Invalid path: "+s);a=s.slice(d)}let l=r.length-1,h=r[l];if(!h)throw new RangeError("Invalid path: "+s);let c=new ti(i,o,l>0?r.slice(0,l):null);e[h]=c.sort(e[h])}}return Um.add(e)}var Um=new V({combine(n,e){let t,i,s;for(;n||e;){if(!n||e&&n.depth<=e.depth?(s=e,e=e.next):(s=n,n=n.next),t&&t.mode==s.mode&&!s.context&&!t.context)continue;let r=new ti(s.tags,s.mode,s.context);t?t.next=r:i=r,t=r}return i}}),ti=class{constructor(e,t,i,s){this.tags=e,this.mode=t,this.context=i,this.next=s}get opaque(){return this.mode==0}get inherit(){return this.mode==1}sort(e){return!e||e.depth<this.depth?(this.next=e,this):(e.next=this.sort(e.next),e)}get depth(){return this.context?this.context.length:0}};ti.empty=new ti([],2,null);function Mc(n,e){let t=Object.create(null);for(let r of n)if(!Array.isArray(r.tag))t[r.tag.id]=r.class;else for(let o of r.tag)t[o.id]=r.class;let{scope:i,all:s=null}=e||{};return{style:r=>{let o=s;for(let a of r)for(let l of a.set){let h=t[l.id];if(h){o=o?o+" "+h:h;break}}return o},scope:i}}function Sx(n,e){let t=null;for(let i of n){let s=i.style(e);s&&(t=t?t+" "+s:s)}return t}function Ec(n,e,t,i=0,s=n.length){let r=new Ac(i,Array.isArray(e)?e:[e],t);r.highlightRange(n.cursor(),i,s,"",r.highlighters),r.flush(s)}function Dc(n,e,t,i,s,r=0,o=n.length){let a=r;function l(h,c){if(!(h<=a)){for(let d=n.slice(a,h),f=0;;){let p=d.indexOf(`
`,f),m=p<0?d.length:p;if(m>f&&i(d.slice(f,m),c),p<0)break;s(),f=p+1}a=h}}Ec(e,t,(h,c,d)=>{l(h,""),l(c,d)},r,o),l(o,"")}var Ac=class{constructor(e,t,i){this.at=e,this.highlighters=t,this.span=i,this.class=""}startSpan(e,t){t!=this.class&&(this.flush(e),e>this.at&&(this.at=e),this.class=t)}flush(e){e>this.at&&this.class&&this.span(this.at,e,this.class)}highlightRange(e,t,i,s,r){let{type:o,from:a,to:l}=e;if(a>=i||l<=t)return;o.isTop&&(r=this.highlighters.filter(p=>!p.scope||p.scope(o)));let h=s,c=Cx(e)||ti.empty,d=Sx(r,c.tags);if(d&&(h&&(h+=" "),h+=d,c.mode==1&&(s+=(s?" ":"")+d)),this.startSpan(Math.max(t,a),h),c.opaque)return;let f=e.tree&&e.tree.prop(V.mounted);if(f&&f.overlay){let p=e.node.enter(f.overlay[0].from+a,1),m=this.highlighters.filter(y=>!y.scope||y.scope(f.tree.type)),g=e.firstChild();for(let y=0,v=a;;y++){let w=y<f.overlay.length?f.overlay[y]:null,k=w?w.from+a:l,x=Math.max(t,v),b=Math.min(i,k);if(x<b&&g)for(;e.from<b&&(this.highlightRange(e,x,b,s,r),this.startSpan(Math.min(b,e.to),h),!(e.to>=k||!e.nextSibling())););if(!w||k>i)break;v=w.to+a,v>t&&(this.highlightRange(p.cursor(),Math.max(t,w.from+a),Math.min(i,v),"",m),this.startSpan(Math.min(i,v),h))}g&&e.parent()}else if(e.firstChild()){f&&(s="");do if(!(e.to<=t)){if(e.from>=i)break;this.highlightRange(e,t,i,s,r),this.startSpan(Math.min(i,e.to),h)}while(e.nextSibling());e.parent()}}};function Cx(n){let e=n.type.prop(Um);for(;e&&e.context&&!n.matchContext(e.context);)e=e.next;return e||null}var R=Pt.define,Io=R(),Tn=R(),Wm=R(Tn),zm=R(Tn),Mn=R(),Fo=R(Mn),Cc=R(Mn),Vt=R(),ei=R(Vt),Wt=R(),zt=R(),Tc=R(),qs=R(Tc),qo=R(),O={comment:Io,lineComment:R(Io),blockComment:R(Io),docComment:R(Io),name:Tn,variableName:R(Tn),typeName:Wm,tagName:R(Wm),propertyName:zm,attributeName:R(zm),className:R(Tn),labelName:R(Tn),namespace:R(Tn),macroName:R(Tn),literal:Mn,string:Fo,docString:R(Fo),character:R(Fo),attributeValue:R(Fo),number:Cc,integer:R(Cc),float:R(Cc),bool:R(Mn),regexp:R(Mn),escape:R(Mn),color:R(Mn),url:R(Mn),keyword:Wt,self:R(Wt),null:R(Wt),atom:R(Wt),unit:R(Wt),modifier:R(Wt),operatorKeyword:R(Wt),controlKeyword:R(Wt),definitionKeyword:R(Wt),moduleKeyword:R(Wt),operator:zt,derefOperator:R(zt),arithmeticOperator:R(zt),logicOperator:R(zt),bitwiseOperator:R(zt),compareOperator:R(zt),updateOperator:R(zt),definitionOperator:R(zt),typeOperator:R(zt),controlOperator:R(zt),punctuation:Tc,separator:R(Tc),bracket:qs,angleBracket:R(qs),squareBracket:R(qs),paren:R(qs),brace:R(qs),content:Vt,heading:ei,heading1:R(ei),heading2:R(ei),heading3:R(ei),heading4:R(ei),heading5:R(ei),heading6:R(ei),contentSeparator:R(Vt),list:R(Vt),quote:R(Vt),emphasis:R(Vt),strong:R(Vt),link:R(Vt),monospace:R(Vt),strikethrough:R(Vt),inserted:R(),deleted:R(),changed:R(),invalid:R(),meta:qo,documentMeta:R(qo),annotation:R(qo),processingInstruction:R(qo),definition:Pt.defineModifier("definition"),constant:Pt.defineModifier("constant"),function:Pt.defineModifier("function"),standard:Pt.defineModifier("standard"),local:Pt.defineModifier("local"),special:Pt.defineModifier("special")};for(let n in O){let e=O[n];e instanceof Pt&&(e.name=n)}var NE=Mc([{tag:O.link,class:"tok-link"},{tag:O.heading,class:"tok-heading"},{tag:O.emphasis,class:"tok-emphasis"},{tag:O.strong,class:"tok-strong"},{tag:O.keyword,class:"tok-keyword"},{tag:O.atom,class:"tok-atom"},{tag:O.bool,class:"tok-bool"},{tag:O.url,class:"tok-url"},{tag:O.labelName,class:"tok-labelName"},{tag:O.inserted,class:"tok-inserted"},{tag:O.deleted,class:"tok-deleted"},{tag:O.literal,class:"tok-literal"},{tag:O.string,class:"tok-string"},{tag:O.number,class:"tok-number"},{tag:[O.regexp,O.escape,O.special(O.string)],class:"tok-string2"},{tag:O.variableName,class:"tok-variableName"},{tag:O.local(O.variableName),class:"tok-variableName tok-local"},{tag:O.definition(O.variableName),class:"tok-variableName tok-definition"},{tag:O.special(O.variableName),class:"tok-variableName2"},{tag:O.definition(O.propertyName),class:"tok-propertyName tok-definition"},{tag:O.typeName,class:"tok-typeName"},{tag:O.namespace,class:"tok-namespace"},{tag:O.className,class:"tok-className"},{tag:O.macroName,class:"tok-macroName"},{tag:O.propertyName,class:"tok-propertyName"},{tag:O.operator,class:"tok-operator"},{tag:O.comment,class:"tok-comment"},{tag:O.meta,class:"tok-meta"},{tag:O.invalid,class:"tok-invalid"},{tag:O.punctuation,class:"tok-punctuation"}]);function jm(n,e,t,i=0,s=0){e==null&&(e=n.search(/[^\s\u00a0]/),e==-1&&(e=n.length));let r=s;for(let o=i;o<e;o++)n.charCodeAt(o)==9?r+=t-r%t:r++;return r}var Ns=class{constructor(e,t,i,s){this.string=e,this.tabSize=t,this.indentUnit=i,this.overrideIndent=s,this.pos=0,this.start=0,this.lastColumnPos=0,this.lastColumnValue=0}eol(){return this.pos>=this.string.length}sol(){return this.pos==0}peek(){return this.string.charAt(this.pos)||void 0}next(){if(this.pos<this.string.length)return this.string.charAt(this.pos++)}eat(e){let t=this.string.charAt(this.pos),i;if(typeof e=="string"?i=t==e:i=t&&(e instanceof RegExp?e.test(t):e(t)),i)return++this.pos,t}eatWhile(e){let t=this.pos;for(;this.eat(e););return this.pos>t}eatSpace(){let e=this.pos;for(;/[\s\u00a0]/.test(this.string.charAt(this.pos));)++this.pos;return this.pos>e}skipToEnd(){this.pos=this.string.length}skipTo(e){let t=this.string.indexOf(e,this.pos);if(t>-1)return this.pos=t,!0}backUp(e){this.pos-=e}column(){return this.lastColumnPos<this.start&&(this.lastColumnValue=jm(this.string,this.start,this.tabSize,this.lastColumnPos,this.lastColumnValue),this.lastColumnPos=this.start),this.lastColumnValue}indentation(){var e;return(e=this.overrideIndent)!==null&&e!==void 0?e:jm(this.string,null,this.tabSize)}match(e,t,i){if(typeof e=="string"){let s=o=>i?o.toLowerCase():o,r=this.string.substr(this.pos,e.length);return s(r)==s(e)?(t!==!1&&(this.pos+=e.length),!0):null}else{let s=this.string.slice(this.pos).match(e);return s&&s.index>0?null:(s&&t!==!1&&(this.pos+=s[0].length),s)}}current(){return this.string.slice(this.start,this.pos)}};var Pc,Hi=new V;function Ax(n){return P.define({combine:n?e=>e.concat(n):void 0})}var Tx=new V,ct=class{constructor(e,t,i=[],s=""){this.data=e,this.name=s,te.prototype.hasOwnProperty("tree")||Object.defineProperty(te.prototype,"tree",{get(){return je(this)}}),this.parser=t,this.extension=[xt.of(this),te.languageData.of((r,o,a)=>{let l=Gm(r,o,a),h=l.type.prop(Hi);if(!h)return[];let c=r.facet(h),d=l.type.prop(Tx);if(d){let f=l.resolve(o-l.from,a);for(let p of d)if(p.test(f,r)){let m=r.facet(p.facet);return p.type=="replace"?m:m.concat(c)}}return c})].concat(i)}isActiveAt(e,t,i=-1){return Gm(e,t,i).type.prop(Hi)==this.data}findRegions(e){let t=e.facet(xt);if(t?.data==this.data)return[{from:0,to:e.doc.length}];if(!t||!t.allowsNesting)return[];let i=[],s=(r,o)=>{if(r.prop(Hi)==this.data){i.push({from:o,to:o+r.length});return}let a=r.prop(V.mounted);if(a){if(a.tree.prop(Hi)==this.data){if(a.overlay)for(let l of a.overlay)i.push({from:l.from+o,to:l.to+o});else i.push({from:o,to:o+r.length});return}else if(a.overlay){let l=i.length;if(s(a.tree,a.overlay[0].from+o),i.length>l)return}}for(let l=0;l<r.children.length;l++){let h=r.children[l];h instanceof be&&s(h,r.positions[l]+o)}};return s(je(e),0),i}get allowsNesting(){return!0}};ct.setState=q.define();function Gm(n,e,t){let i=n.facet(xt),s=je(n).topNode;if(!i||i.allowsNesting)for(let r=s;r;r=r.enter(e,t,Se.ExcludeBuffers|Se.EnterBracketed))r.type.isTop&&(s=r);return s}function je(n){let e=n.field(ct.state,!1);return e?e.tree:be.empty}var _c=class{constructor(e){this.doc=e,this.cursorPos=0,this.string="",this.cursor=e.iter()}get length(){return this.doc.length}syncTo(e){return this.string=this.cursor.next(e-this.cursorPos).value,this.cursorPos=e+this.string.length,this.cursorPos-this.string.length}chunk(e){return this.syncTo(e),this.string}get lineChunks(){return!0}read(e,t){let i=this.cursorPos-this.string.length;return e<i||t>=this.cursorPos?this.doc.sliceString(e,t):this.string.slice(e-i,t-i)}},$s=null,Ws=class n{constructor(e,t,i=[],s,r,o,a,l){this.parser=e,this.state=t,this.fragments=i,this.tree=s,this.treeLen=r,this.viewport=o,this.skipped=a,this.scheduleOn=l,this.parse=null,this.tempSkipped=[]}static create(e,t,i){return new n(e,t,[],be.empty,0,i,[],null)}startParse(){return this.parser.startParse(new _c(this.state.doc),this.fragments)}work(e,t){return t!=null&&t>=this.state.doc.length&&(t=void 0),this.tree!=be.empty&&this.isDone(t??this.state.doc.length)?(this.takeTree(),!0):this.withContext(()=>{var i;if(typeof e=="number"){let s=Date.now()+e;e=()=>Date.now()>s}for(this.parse||(this.parse=this.startParse()),t!=null&&(this.parse.stoppedAt==null||this.parse.stoppedAt>t)&&t<this.state.doc.length&&this.parse.stopAt(t);;){let s=this.parse.advance();if(s)if(this.fragments=this.withoutTempSkipped(Qn.addTree(s,this.fragments,this.parse.stoppedAt!=null)),this.treeLen=(i=this.parse.stoppedAt)!==null&&i!==void 0?i:this.state.doc.length,this.tree=s,this.parse=null,this.treeLen<(t??this.state.doc.length))this.parse=this.startParse();else return!0;if(e())return!1}})}takeTree(){let e,t;this.parse&&(e=this.parse.parsedPos)>=this.treeLen&&((this.parse.stoppedAt==null||this.parse.stoppedAt>e)&&this.parse.stopAt(e),this.withContext(()=>{for(;!(t=this.parse.advance()););}),this.treeLen=e,this.tree=t,this.fragments=this.withoutTempSkipped(Qn.addTree(this.tree,this.fragments,!0)),this.parse=null)}withContext(e){let t=$s;$s=this;try{return e()}finally{$s=t}}withoutTempSkipped(e){for(let t;t=this.tempSkipped.pop();)e=Km(e,t.from,t.to);return e}changes(e,t){let{fragments:i,tree:s,treeLen:r,viewport:o,skipped:a}=this;if(this.takeTree(),!e.empty){let l=[];if(e.iterChangedRanges((h,c,d,f)=>l.push({fromA:h,toA:c,fromB:d,toB:f})),i=Qn.applyChanges(i,l),s=be.empty,r=0,o={from:e.mapPos(o.from,-1),to:e.mapPos(o.to,1)},this.skipped.length){a=[];for(let h of this.skipped){let c=e.mapPos(h.from,1),d=e.mapPos(h.to,-1);c<d&&a.push({from:c,to:d})}}}return new n(this.parser,t,i,s,r,o,a,this.scheduleOn)}updateViewport(e){if(this.viewport.from==e.from&&this.viewport.to==e.to)return!1;this.viewport=e;let t=this.skipped.length;for(let i=0;i<this.skipped.length;i++){let{from:s,to:r}=this.skipped[i];s<e.to&&r>e.from&&(this.fragments=Km(this.fragments,s,r),this.skipped.splice(i--,1))}return this.skipped.length>=t?!1:(this.reset(),!0)}reset(){this.parse&&(this.takeTree(),this.parse=null)}skipUntilInView(e,t){this.skipped.push({from:e,to:t})}static getSkippingParser(e){return new class extends Fs{createParse(t,i,s){let r=s[0].from,o=s[s.length-1].to;return{parsedPos:r,advance(){let l=$s;if(l){for(let h of s)l.tempSkipped.push(h);e&&(l.scheduleOn=l.scheduleOn?Promise.all([l.scheduleOn,e]):e)}return this.parsedPos=o,new be(et.none,[],[],o-r)},stoppedAt:null,stopAt(){}}}}}isDone(e){e=Math.min(e,this.state.doc.length);let t=this.fragments;return this.treeLen>=e&&t.length&&t[0].from==0&&t[0].to>=e}static get(){return $s}};function Km(n,e,t){return Qn.applyChanges(n,[{fromA:e,toA:t,fromB:e,toB:t}])}var zs=class n{constructor(e){this.context=e,this.tree=e.tree}apply(e){if(!e.docChanged&&this.tree==this.context.tree)return this;let t=this.context.changes(e.changes,e.state),i=this.context.treeLen==e.startState.doc.length?void 0:Math.max(e.changes.mapPos(this.context.treeLen),t.viewport.to);return t.work(20,i)||t.takeTree(),new n(t)}static init(e){let t=Math.min(3e3,e.doc.length),i=Ws.create(e.facet(xt).parser,e,{from:0,to:t});return i.work(20,t)||i.takeTree(),new n(i)}};ct.state=Z.define({create:zs.init,update(n,e){for(let t of e.effects)if(t.is(ct.setState))return t.value;return e.startState.facet(xt)!=e.state.facet(xt)?zs.init(e.state):n.apply(e)}});var tg=n=>{let e=setTimeout(()=>n(),500);return()=>clearTimeout(e)};typeof requestIdleCallback<"u"&&(tg=n=>{let e=-1,t=setTimeout(()=>{e=requestIdleCallback(n,{timeout:400})},100);return()=>e<0?clearTimeout(t):cancelIdleCallback(e)});var Oc=typeof navigator<"u"&&(!((Pc=navigator.scheduling)===null||Pc===void 0)&&Pc.isInputPending)?()=>navigator.scheduling.isInputPending():null,Mx=me.fromClass(class{constructor(e){this.view=e,this.working=null,this.workScheduled=0,this.chunkEnd=-1,this.chunkBudget=-1,this.work=this.work.bind(this),this.scheduleWork()}update(e){let t=this.view.state.field(ct.state).context;(t.updateViewport(e.view.viewport)||this.view.viewport.to>t.treeLen)&&this.scheduleWork(),(e.docChanged||e.selectionSet)&&(this.view.hasFocus&&(this.chunkBudget+=50),this.scheduleWork()),this.checkAsyncSchedule(t)}scheduleWork(){if(this.working)return;let{state:e}=this.view,t=e.field(ct.state);(t.tree!=t.context.tree||!t.context.isDone(e.doc.length))&&(this.working=tg(this.work))}work(e){this.working=null;let t=Date.now();if(this.chunkEnd<t&&(this.chunkEnd<0||this.view.hasFocus)&&(this.chunkEnd=t+3e4,this.chunkBudget=3e3),this.chunkBudget<=0)return;let{state:i,viewport:{to:s}}=this.view,r=i.field(ct.state);if(r.tree==r.context.tree&&r.context.isDone(s+1e5))return;let o=Date.now()+Math.min(this.chunkBudget,100,e&&!Oc?Math.max(25,e.timeRemaining()-5):1e9),a=r.context.treeLen<s&&i.doc.length>s+1e3,l=r.context.work(()=>Oc&&Oc()||Date.now()>o,s+(a?0:1e5));this.chunkBudget-=Date.now()-t,(l||this.chunkBudget<=0)&&(r.context.takeTree(),this.view.dispatch({effects:ct.setState.of(new zs(r.context))})),this.chunkBudget>0&&!(l&&!a)&&this.scheduleWork(),this.checkAsyncSchedule(r.context)}checkAsyncSchedule(e){e.scheduleOn&&(this.workScheduled++,e.scheduleOn.then(()=>this.scheduleWork()).catch(t=>qe(this.view.state,t)).then(()=>this.workScheduled--),e.scheduleOn=null)}destroy(){this.working&&this.working()}isWorking(){return!!(this.working||this.workScheduled>0)}},{eventHandlers:{focus(){this.scheduleWork()}}}),xt=P.define({combine(n){return n.length?n[0]:null},enables:n=>[ct.state,Mx,E.contentAttributes.compute([n],e=>{let t=e.facet(n);return t&&t.name?{"data-language":t.name}:{}})]});var Ex=P.define(),jt=P.define({combine:n=>{if(!n.length)return"  ";let e=n[0];if(!e||/\S/.test(e)||Array.from(e).some(t=>t!=e[0]))throw new Error("Invalid indent unit: "+JSON.stringify(n[0]));return e}});function Ut(n){let e=n.facet(jt);return e.charCodeAt(0)==9?n.tabSize*e.length:e.length}function Us(n,e){let t="",i=n.tabSize,s=n.facet(jt)[0];if(s=="	"){for(;e>=i;)t+="	",e-=i;s=" "}for(let r=0;r<e;r++)t+=s;return t}function Hc(n,e){n instanceof te&&(n=new ni(n));for(let i of n.state.facet(Ex)){let s=i(n,e);if(s!==void 0)return s}let t=je(n.state);return t.length>=e?Dx(n,t,e):null}var ni=class{constructor(e,t={}){this.state=e,this.options=t,this.unit=Ut(e)}lineAt(e,t=1){let i=this.state.doc.lineAt(e),{simulateBreak:s,simulateDoubleBreak:r}=this.options;return s!=null&&s>=i.from&&s<=i.to?r&&s==e?{text:"",from:e}:(t<0?s<e:s<=e)?{text:i.text.slice(s-i.from),from:s}:{text:i.text.slice(0,s-i.from),from:i.from}:i}textAfterPos(e,t=1){if(this.options.simulateDoubleBreak&&e==this.options.simulateBreak)return"";let{text:i,from:s}=this.lineAt(e,t);return i.slice(e-s,Math.min(i.length,e+100-s))}column(e,t=1){let{text:i,from:s}=this.lineAt(e,t),r=this.countColumn(i,e-s),o=this.options.overrideIndentation?this.options.overrideIndentation(s):-1;return o>-1&&(r+=o-this.countColumn(i,i.search(/\S|$/))),r}countColumn(e,t=e.length){return jn(e,this.state.tabSize,t)}lineIndent(e,t=1){let{text:i,from:s}=this.lineAt(e,t),r=this.options.overrideIndentation;if(r){let o=r(s);if(o>-1)return o}return this.countColumn(i,i.search(/\S|$/))}get simulatedBreak(){return this.options.simulateBreak||null}},ng=new V;function Dx(n,e,t){let i=e.resolveStack(t),s=e.resolveInner(t,-1).resolve(t,0).enterUnfinishedNodesBefore(t);if(s!=i.node){let r=[];for(let o=s;o&&!(o.from<i.node.from||o.to>i.node.to||o.from==i.node.from&&o.type==i.node.type);o=o.parent)r.push(o);for(let o=r.length-1;o>=0;o--)i={node:r[o],next:i}}return ig(i,n,t)}function ig(n,e,t){for(let i=n;i;i=i.next){let s=Ox(i.node);if(s)return s(Lc.create(e,t,i))}return 0}function Px(n){return n.pos==n.options.simulateBreak&&n.options.simulateDoubleBreak}function Ox(n){let e=n.type.prop(ng);if(e)return e;let t=n.firstChild,i;if(t&&(i=t.type.prop(V.closedBy))){let s=n.lastChild,r=s&&i.indexOf(s.name)>-1;return o=>Bx(o,!0,1,void 0,r&&!Px(o)?s.from:void 0)}return n.parent==null?Rx:null}function Rx(){return 0}var Lc=class n extends ni{constructor(e,t,i){super(e.state,e.options),this.base=e,this.pos=t,this.context=i}get node(){return this.context.node}static create(e,t,i){return new n(e,t,i)}get textAfter(){return this.textAfterPos(this.pos)}get baseIndent(){return this.baseIndentFor(this.node)}baseIndentFor(e){let t=this.state.doc.lineAt(e.from);for(;;){let i=e.resolve(t.from);for(;i.parent&&i.parent.from==i.from;)i=i.parent;if(_x(i,e))break;t=this.state.doc.lineAt(i.from)}return this.lineIndent(t.from)}continue(){return ig(this.context.next,this.base,this.pos)}};function _x(n,e){for(let t=e;t;t=t.parent)if(n==t)return!0;return!1}function Lx(n){let e=n.node,t=e.childAfter(e.from),i=e.lastChild;if(!t)return null;let s=n.options.simulateBreak,r=n.state.doc.lineAt(t.from),o=s==null||s<=r.from?r.to:Math.min(r.to,s);for(let a=t.to;;){let l=e.childAfter(a);if(!l||l==i)return null;if(!l.type.isSkipped){if(l.from>=o)return null;let h=/^ */.exec(r.text.slice(t.to-r.from))[0].length;return{from:t.from,to:t.to+h}}a=l.to}}function Bx(n,e,t,i,s){let r=n.textAfter,o=r.match(/^\s*/)[0].length,a=i&&r.slice(o,o+i.length)==i||s==n.pos+o,l=e?Lx(n):null;return l?a?n.column(l.from):n.column(l.to):n.baseIndent+(a?0:n.unit*t)}var Wc=P.define(),Ix=new V;function Fx(n,e,t){let i=je(n);if(i.length<t)return null;let s=i.resolveStack(t,1),r=null;for(let o=s;o;o=o.next){let a=o.node;if(a.to<=t||a.from>t)continue;if(r&&a.from<e)break;let l=a.type.prop(Ix);if(l&&(a.to<i.length-50||i.length==n.doc.length||!qx(a))){let h=l(a,n);h&&h.from<=t&&h.from>=e&&h.to>t&&(r=h)}}return r}function qx(n){let e=n.lastChild;return e&&e.to==n.to&&e.type.isError}function Ho(n,e,t){for(let i of n.facet(Wc)){let s=i(n,e,t);if(s)return s}return Fx(n,e,t)}function sg(n,e){let t=e.mapPos(n.from,1),i=e.mapPos(n.to,-1);return t>=i?void 0:{from:t,to:i}}var Uo=q.define({map:sg}),js=q.define({map:sg});function rg(n){let e=[];for(let{head:t}of n.state.selection.ranges)e.some(i=>i.from<=t&&i.to>=t)||e.push(n.lineBlockAt(t));return e}var ii=Z.define({create(){return I.none},update(n,e){e.isUserEvent("delete")&&e.changes.iterChangedRanges((i,s)=>n=Ym(n,i,s)),n=n.map(e.changes);let t=[];for(let i of e.effects)i.is(Uo)&&!Nx(n,i.value.from,i.value.to)?t.push(i.value):i.is(js)&&(n=n.update({filter:(s,r)=>i.value.from!=s||i.value.to!=r,filterFrom:i.value.from,filterTo:i.value.to}));if(t.length){let{preparePlaceholder:i}=e.state.facet(zc),s=t.map(r=>(i?I.replace({widget:new Bc(i(e.state,r))}):Jm).range(r.from,r.to));n=n.update({add:s})}return e.selection&&(n=Ym(n,e.selection.main.head)),n},provide:n=>E.decorations.from(n),toJSON(n,e){let t=[];return n.between(0,e.doc.length,(i,s)=>{t.push(i,s)}),t},fromJSON(n){if(!Array.isArray(n)||n.length%2)throw new RangeError("Invalid JSON for fold state");let e=[];for(let t=0;t<n.length;){let i=n[t++],s=n[t++];if(typeof i!="number"||typeof s!="number")throw new RangeError("Invalid JSON for fold state");e.push(Jm.range(i,s))}return I.set(e,!0)}});function Ym(n,e,t=e){let i=!1;return n.between(e,t,(s,r)=>{s<t&&r>e&&(i=!0)}),i?n.update({filterFrom:e,filterTo:t,filter:(s,r)=>s>=t||r<=e}):n}function Wo(n,e,t){var i;let s=null;return(i=n.field(ii,!1))===null||i===void 0||i.between(e,t,(r,o)=>{(!s||s.from>r)&&(s={from:r,to:o})}),s}function Nx(n,e,t){let i=!1;return n.between(e,e,(s,r)=>{s==e&&r==t&&(i=!0)}),i}function og(n,e){return n.field(ii,!1)?e:e.concat(q.appendConfig.of(jo()))}var $x=n=>{for(let e of rg(n)){let t=Ho(n.state,e.from,e.to);if(t)return n.dispatch({effects:og(n.state,[Uo.of(t),ag(n,t)])}),!0}return!1},Hx=n=>{if(!n.state.field(ii,!1))return!1;let e=[];for(let t of rg(n)){let i=Wo(n.state,t.from,t.to);i&&e.push(js.of(i),ag(n,i,!1))}return e.length&&n.dispatch({effects:e}),e.length>0};function ag(n,e,t=!0){let i=n.state.doc.lineAt(e.from).number,s=n.state.doc.lineAt(e.to).number;return E.announce.of(`${n.state.phrase(t?"Folded lines":"Unfolded lines")} ${i} ${n.state.phrase("to")} ${s}.`)}var Wx=n=>{let{state:e}=n,t=[];for(let i=0;i<e.doc.length;){let s=n.lineBlockAt(i),r=Ho(e,s.from,s.to);r&&t.push(Uo.of(r)),i=(r?n.lineBlockAt(r.to):s).to+1}return t.length&&n.dispatch({effects:og(n.state,t)}),!!t.length},zx=n=>{let e=n.state.field(ii,!1);if(!e||!e.size)return!1;let t=[];return e.between(0,n.state.doc.length,(i,s)=>{t.push(js.of({from:i,to:s}))}),n.dispatch({effects:t}),!0};var lg=[{key:"Ctrl-Shift-[",mac:"Cmd-Alt-[",run:$x},{key:"Ctrl-Shift-]",mac:"Cmd-Alt-]",run:Hx},{key:"Ctrl-Alt-[",run:Wx},{key:"Ctrl-Alt-]",run:zx}],Vx={placeholderDOM:null,preparePlaceholder:null,placeholderText:"…"},zc=P.define({combine(n){return Xe(n,Vx)}});function jo(n){let e=[ii,jx];return n&&e.push(zc.of(n)),e}function hg(n,e){let{state:t}=n,i=t.facet(zc),s=o=>{let a=n.lineBlockAt(n.posAtDOM(o.target)),l=Wo(n.state,a.from,a.to);l&&n.dispatch({effects:js.of(l)}),o.preventDefault()};if(i.placeholderDOM)return i.placeholderDOM(n,s,e);let r=document.createElement("span");return r.textContent=i.placeholderText,r.setAttribute("aria-label",t.phrase("folded code")),r.title=t.phrase("unfold"),r.className="cm-foldPlaceholder",r.onclick=s,r}var Jm=I.replace({widget:new class extends $e{toDOM(n){return hg(n,null)}}}),Bc=class extends $e{constructor(e){super(),this.value=e}eq(e){return this.value==e.value}toDOM(e){return hg(e,this.value)}},Ux={openText:"⌄",closedText:"›",markerDOM:null,domEventHandlers:{},foldingChanged:()=>!1},Hs=class extends ht{constructor(e,t){super(),this.config=e,this.open=t}eq(e){return this.config==e.config&&this.open==e.open}toDOM(e){if(this.config.markerDOM)return this.config.markerDOM(this.open);let t=document.createElement("span");return t.textContent=this.open?this.config.openText:this.config.closedText,t.title=e.state.phrase(this.open?"Fold line":"Unfold line"),t}};function cg(n={}){let e={...Ux,...n},t=new Hs(e,!0),i=new Hs(e,!1),s=me.fromClass(class{constructor(o){this.from=o.viewport.from,this.markers=this.buildMarkers(o)}update(o){(o.docChanged||o.viewportChanged||o.startState.facet(xt)!=o.state.facet(xt)||o.startState.field(ii,!1)!=o.state.field(ii,!1)||je(o.startState)!=je(o.state)||e.foldingChanged(o))&&(this.markers=this.buildMarkers(o.view))}buildMarkers(o){let a=new Je;for(let l of o.viewportLineBlocks){let h=Wo(o.state,l.from,l.to)?i:Ho(o.state,l.from,l.to)?t:null;h&&a.add(l.from,l.from,h)}return a.finish()}}),{domEventHandlers:r}=e;return[s,gc({class:"cm-foldGutter",markers(o){var a;return((a=o.plugin(s))===null||a===void 0?void 0:a.markers)||Q.empty},initialSpacer(){return new Hs(e,!1)},domEventHandlers:{...r,click:(o,a,l)=>{if(r.click&&r.click(o,a,l))return!0;let h=Wo(o.state,a.from,a.to);if(h)return o.dispatch({effects:js.of(h)}),!0;let c=Ho(o.state,a.from,a.to);return c?(o.dispatch({effects:Uo.of(c)}),!0):!1}}}),jo()]}var jx=E.baseTheme({".cm-foldPlaceholder":{backgroundColor:"#eee",border:"1px solid #ddd",color:"#888",borderRadius:".2em",margin:"0 1px",padding:"0 1px",cursor:"pointer"},".cm-foldGutter span":{padding:"0 1px",cursor:"pointer"}}),Wi=class n{constructor(e,t){this.specs=e;let i;function s(a){let l=vt.newName();return(i||(i=Object.create(null)))["."+l]=a,l}let r=typeof t.all=="string"?t.all:t.all?s(t.all):void 0,o=t.scope;this.scope=o instanceof ct?a=>a.prop(Hi)==o.data:o?a=>a==o:void 0,this.style=Mc(e.map(a=>({tag:a.tag,class:a.class||s(Object.assign({},a,{tag:null}))})),{all:r}).style,this.module=i?new vt(i):null,this.themeType=t.themeType}static define(e,t){return new n(e,t||{})}},Ic=P.define(),ug=P.define({combine(n){return n.length?[n[0]]:null}});function $o(n){let e=n.facet(Ic);return e.length?e:n.facet(ug)}function dg(n,e){let t=[Gx],i;return n instanceof Wi&&(n.module&&t.push(E.styleModule.of(n.module)),i=n.themeType),e?.fallback?t.push(ug.of(n)):i?t.push(Ic.computeN([E.darkTheme],s=>s.facet(E.darkTheme)==(i=="dark")?[n]:[])):t.push(Ic.of(n)),t}function Vc(n,e,t){let i=$o(n),s=null;if(i){for(let r of i)if(!r.scope||t&&r.scope(t)){let o=r.style(e);o&&(s=s?s+" "+o:o)}}return s}var Fc=class{constructor(e){this.markCache=Object.create(null),this.tree=je(e.state),this.decorations=this.buildDeco(e,$o(e.state)),this.decoratedTo=e.viewport.to}update(e){let t=je(e.state),i=$o(e.state),s=i!=$o(e.startState),{viewport:r}=e.view,o=e.changes.mapPos(this.decoratedTo,1);t.length<r.to&&!s&&t.type==this.tree.type&&o>=r.to?(this.decorations=this.decorations.map(e.changes),this.decoratedTo=o):(t!=this.tree||e.viewportChanged||s)&&(this.tree=t,this.decorations=this.buildDeco(e.view,i),this.decoratedTo=r.to)}buildDeco(e,t){if(!t||!this.tree.length)return I.none;let i=new Je;for(let{from:s,to:r}of e.visibleRanges)Ec(this.tree,t,(o,a,l)=>{i.add(o,a,this.markCache[l]||(this.markCache[l]=I.mark({class:l})))},s,r);return i.finish()}},Gx=at.high(me.fromClass(Fc,{decorations:n=>n.decorations})),YE=Wi.define([{tag:O.meta,color:"#404740"},{tag:O.link,textDecoration:"underline"},{tag:O.heading,textDecoration:"underline",fontWeight:"bold"},{tag:O.emphasis,fontStyle:"italic"},{tag:O.strong,fontWeight:"bold"},{tag:O.strikethrough,textDecoration:"line-through"},{tag:O.keyword,color:"#708"},{tag:[O.atom,O.bool,O.url,O.contentSeparator,O.labelName],color:"#219"},{tag:[O.literal,O.inserted],color:"#164"},{tag:[O.string,O.deleted],color:"#a11"},{tag:[O.regexp,O.escape,O.special(O.string)],color:"#e40"},{tag:O.definition(O.variableName),color:"#00f"},{tag:O.local(O.variableName),color:"#30a"},{tag:[O.typeName,O.namespace],color:"#085"},{tag:O.className,color:"#167"},{tag:[O.special(O.variableName),O.macroName],color:"#256"},{tag:O.definition(O.propertyName),color:"#00c"},{tag:O.comment,color:"#940"},{tag:O.invalid,color:"#f00"}]),Kx=E.baseTheme({"&.cm-focused .cm-matchingBracket":{backgroundColor:"#328c8252"},"&.cm-focused .cm-nonmatchingBracket":{backgroundColor:"#bb555544"}}),fg=1e4,pg="()[]{}",mg=P.define({combine(n){return Xe(n,{afterCursor:!0,brackets:pg,maxScanDistance:fg,renderMatch:Xx})}}),Yx=I.mark({class:"cm-matchingBracket"}),Jx=I.mark({class:"cm-nonmatchingBracket"});function Xx(n){let e=[],t=n.matched?Yx:Jx;return e.push(t.range(n.start.from,n.start.to)),n.end&&e.push(t.range(n.end.from,n.end.to)),e}function Xm(n){let e=[],t=n.facet(mg);for(let i of n.selection.ranges){if(!i.empty)continue;let s=Ot(n,i.head,-1,t)||i.head>0&&Ot(n,i.head-1,1,t)||t.afterCursor&&(Ot(n,i.head,1,t)||i.head<n.doc.length&&Ot(n,i.head+1,-1,t));s&&(e=e.concat(t.renderMatch(s,n)))}return I.set(e,!0)}var Zx=me.fromClass(class{constructor(n){this.paused=!1,this.decorations=Xm(n.state)}update(n){(n.docChanged||n.selectionSet||this.paused)&&(n.view.composing?(this.decorations=this.decorations.map(n.changes),this.paused=!0):(this.decorations=Xm(n.state),this.paused=!1))}},{decorations:n=>n.decorations}),Qx=[Zx,Kx];function gg(n={}){return[mg.of(n),Qx]}var e1=new V;function qc(n,e,t){let i=n.prop(e<0?V.openedBy:V.closedBy);if(i)return i;if(n.name.length==1){let s=t.indexOf(n.name);if(s>-1&&s%2==(e<0?1:0))return[t[s+e]]}return null}function Nc(n){let e=n.type.prop(e1);return e?e(n.node):n}function Ot(n,e,t,i={}){let s=i.maxScanDistance||fg,r=i.brackets||pg,o=je(n),a=o.resolveInner(e,t);for(let l=a;l;l=l.parent){let h=qc(l.type,t,r);if(h&&l.from<l.to){let c=Nc(l);if(c&&(t>0?e>=c.from&&e<c.to:e>c.from&&e<=c.to))return t1(n,e,t,l,c,h,r)}}return n1(n,e,t,o,a.type,s,r)}function t1(n,e,t,i,s,r,o){let a=i.parent,l={from:s.from,to:s.to},h=0,c=a?.cursor();if(c&&(t<0?c.childBefore(i.from):c.childAfter(i.to)))do if(t<0?c.to<=i.from:c.from>=i.to){if(h==0&&r.indexOf(c.type.name)>-1&&c.from<c.to){let d=Nc(c);return{start:l,end:d?{from:d.from,to:d.to}:void 0,matched:!0}}else if(qc(c.type,t,o))h++;else if(qc(c.type,-t,o)){if(h==0){let d=Nc(c);return{start:l,end:d&&d.from<d.to?{from:d.from,to:d.to}:void 0,matched:!1}}h--}}while(t<0?c.prevSibling():c.nextSibling());return{start:l,matched:!1}}function n1(n,e,t,i,s,r,o){if(t<0?!e:e==n.doc.length)return null;let a=t<0?n.sliceDoc(e-1,e):n.sliceDoc(e,e+1),l=o.indexOf(a);if(l<0||l%2==0!=t>0)return null;let h={from:t<0?e-1:e,to:t>0?e+1:e},c=n.doc.iterRange(e,t>0?n.doc.length:0),d=0;for(let f=0;!c.next().done&&f<=r;){let p=c.value;t<0&&(f+=p.length);let m=e+f*t;for(let g=t>0?0:p.length-1,y=t>0?p.length:-1;g!=y;g+=t){let v=o.indexOf(p[g]);if(!(v<0||i.resolveInner(m+g,1).type!=s))if(v%2==0==t>0)d++;else{if(d==1)return{start:h,end:{from:m+g,to:m+g+1},matched:v>>1==l>>1};d--}}t>0&&(f+=p.length)}return c.done?{start:h,matched:!1}:null}function i1(n){return{name:n.name||"",token:n.token,blankLine:n.blankLine||(()=>{}),startState:n.startState||(()=>!0),copyState:n.copyState||s1,indent:n.indent||(()=>null),languageData:n.languageData||{},tokenTable:n.tokenTable||jc,mergeTokens:n.mergeTokens!==!1}}function s1(n){if(typeof n!="object")return n;let e={};for(let t in n){let i=n[t];e[t]=i instanceof Array?i.slice():i}return e}var Zm=new WeakMap,zo=class n extends ct{constructor(e){let t=Ax(e.languageData),i=i1(e),s,r=new class extends Fs{createParse(o,a,l){return new $c(s,o,a,l)}};super(t,r,[],e.name),this.topNode=l1(t,this),s=this,this.streamParser=i,this.stateAfter=new V({perNode:!0}),this.tokenTable=e.tokenTable?new Vo(i.tokenTable):a1}static define(e){return new n(e)}getIndent(e){let t,{overrideIndentation:i}=e.options;i&&(t=Zm.get(e.state),t!=null&&t<e.pos-1e4&&(t=void 0));let s=Uc(this,e.node.tree,e.node.from,e.node.from,t??e.pos),r,o;if(s?(o=s.state,r=s.pos+1):(o=this.streamParser.startState(e.unit),r=e.node.from),e.pos-r>1e4)return null;for(;r<e.pos;){let l=e.state.doc.lineAt(r),h=Math.min(e.pos,l.to);if(l.length){let c=i?i(l.from):-1,d=new Ns(l.text,e.state.tabSize,e.unit,c<0?void 0:c);for(;d.pos<h-l.from;)vg(this.streamParser.token,d,o)}else this.streamParser.blankLine(o,e.unit);if(h==e.pos)break;r=l.to+1}let a=e.lineAt(e.pos);return i&&t==null&&Zm.set(e.state,a.from),this.streamParser.indent(o,/^\s*(.*)/.exec(a.text)[1],e)}get allowsNesting(){return!1}};function Uc(n,e,t,i,s){let r=t>=i&&t+e.length<=s&&e.prop(n.stateAfter);if(r)return{state:n.streamParser.copyState(r),pos:t+e.length};for(let o=e.children.length-1;o>=0;o--){let a=e.children[o],l=t+e.positions[o],h=a instanceof be&&l<s&&Uc(n,a,l,i,s);if(h)return h}return null}function yg(n,e,t,i,s){if(s&&t<=0&&i>=e.length)return e;!s&&t==0&&e.type==n.topNode&&(s=!0);for(let r=e.children.length-1;r>=0;r--){let o=e.positions[r],a=e.children[r],l;if(o<i&&a instanceof be){if(!(l=yg(n,a,t-o,i-o,s)))break;return s?new be(e.type,e.children.slice(0,r).concat(l),e.positions.slice(0,r+1),o+l.length):l}}return null}function r1(n,e,t,i,s){for(let r of e){let o=r.from+(r.openStart?25:0),a=r.to-(r.openEnd?25:0),l=o<=t&&a>t&&Uc(n,r.tree,0-r.offset,t,a),h;if(l&&l.pos<=i&&(h=yg(n,r.tree,t+r.offset,l.pos+r.offset,!1)))return{state:l.state,tree:h}}return{state:n.streamParser.startState(s?Ut(s):4),tree:be.empty}}var $c=class{constructor(e,t,i,s){this.lang=e,this.input=t,this.fragments=i,this.ranges=s,this.stoppedAt=null,this.chunks=[],this.chunkPos=[],this.chunk=[],this.chunkReused=void 0,this.rangeIndex=0,this.to=s[s.length-1].to;let r=Ws.get(),o=s[0].from,{state:a,tree:l}=r1(e,i,o,this.to,r?.state);this.state=a,this.parsedPos=this.chunkStart=o+l.length;for(let h=0;h<l.children.length;h++)this.chunks.push(l.children[h]),this.chunkPos.push(l.positions[h]);r&&this.parsedPos<r.viewport.from-1e5&&s.some(h=>h.from<=r.viewport.from&&h.to>=r.viewport.from)&&(this.state=this.lang.streamParser.startState(Ut(r.state)),r.skipUntilInView(this.parsedPos,r.viewport.from),this.parsedPos=r.viewport.from),this.moveRangeIndex()}advance(){let e=Ws.get(),t=this.stoppedAt==null?this.to:Math.min(this.to,this.stoppedAt),i=Math.min(t,this.chunkStart+512);for(e&&(i=Math.min(i,e.viewport.to));this.parsedPos<i;)this.parseLine(e);return this.chunkStart<this.parsedPos&&this.finishChunk(),this.parsedPos>=t?this.finish():e&&this.parsedPos>=e.viewport.to?(e.skipUntilInView(this.parsedPos,t),this.finish()):null}stopAt(e){this.stoppedAt=e}lineAfter(e){let t=this.input.chunk(e);if(this.input.lineChunks)t==`
`&&(t="");else{let i=t.indexOf(`
`);i>-1&&(t=t.slice(0,i))}return e+t.length<=this.to?t:t.slice(0,this.to-e)}nextLine(){let e=this.parsedPos,t=this.lineAfter(e),i=e+t.length;for(let s=this.rangeIndex;;){let r=this.ranges[s].to;if(r>=i||(t=t.slice(0,r-(i-t.length)),s++,s==this.ranges.length))break;let o=this.ranges[s].from,a=this.lineAfter(o);t+=a,i=o+a.length}return{line:t,end:i}}skipGapsTo(e,t,i){for(;;){let s=this.ranges[this.rangeIndex].to,r=e+t;if(i>0?s>r:s>=r)break;let o=this.ranges[++this.rangeIndex].from;t+=o-s}return t}moveRangeIndex(){for(;this.ranges[this.rangeIndex].to<this.parsedPos;)this.rangeIndex++}emitToken(e,t,i,s){let r=4;if(this.ranges.length>1){s=this.skipGapsTo(t,s,1),t+=s;let a=this.chunk.length;s=this.skipGapsTo(i,s,-1),i+=s,r+=this.chunk.length-a}let o=this.chunk.length-4;return this.lang.streamParser.mergeTokens&&r==4&&o>=0&&this.chunk[o]==e&&this.chunk[o+2]==t?this.chunk[o+2]=i:this.chunk.push(e,t,i,r),s}parseLine(e){let{line:t,end:i}=this.nextLine(),s=0,{streamParser:r}=this.lang,o=new Ns(t,e?e.state.tabSize:4,e?Ut(e.state):2);if(o.eol())r.blankLine(this.state,o.indentUnit);else for(;!o.eol();){let a=vg(r.token,o,this.state);if(a&&(s=this.emitToken(this.lang.tokenTable.resolve(a),this.parsedPos+o.start,this.parsedPos+o.pos,s)),o.start>1e4)break}this.parsedPos=i,this.moveRangeIndex(),this.parsedPos<this.to&&this.parsedPos++}finishChunk(){let e=be.build({buffer:this.chunk,start:this.chunkStart,length:this.parsedPos-this.chunkStart,nodeSet:o1,topID:0,maxBufferLength:512,reused:this.chunkReused});e=new be(e.type,e.children,e.positions,e.length,[[this.lang.stateAfter,this.lang.streamParser.copyState(this.state)]]),this.chunks.push(e),this.chunkPos.push(this.chunkStart-this.ranges[0].from),this.chunk=[],this.chunkReused=void 0,this.chunkStart=this.parsedPos}finish(){return new be(this.lang.topNode,this.chunks,this.chunkPos,this.parsedPos-this.ranges[0].from).balance()}};function vg(n,e,t){e.start=e.pos;for(let i=0;i<10;i++){let s=n(e,t);if(e.pos>e.start)return s}throw new Error("Stream parser failed to advance stream.")}var jc=Object.create(null),Vs=[et.none],o1=new Lo(Vs),Qm=[],eg=Object.create(null),bg=Object.create(null);for(let[n,e]of[["variable","variableName"],["variable-2","variableName.special"],["string-2","string.special"],["def","variableName.definition"],["tag","tagName"],["attribute","attributeName"],["type","typeName"],["builtin","variableName.standard"],["qualifier","modifier"],["error","invalid"],["header","heading"],["property","propertyName"]])bg[n]=wg(jc,e);var Vo=class{constructor(e){this.extra=e,this.table=Object.assign(Object.create(null),bg)}resolve(e){return e?this.table[e]||(this.table[e]=wg(this.extra,e)):0}},a1=new Vo(jc);function Rc(n,e){Qm.indexOf(n)>-1||(Qm.push(n),console.warn(e))}function wg(n,e){let t=[];for(let a of e.split(" ")){let l=[];for(let h of a.split(".")){let c=n[h]||O[h];c?typeof c=="function"?l.length?l=l.map(c):Rc(h,`Modifier ${h} used at start of tag`):l.length?Rc(h,`Tag ${h} used as modifier`):l=Array.isArray(c)?c:[c]:Rc(h,`Unknown highlighting tag ${h}`)}for(let h of l)t.push(h)}if(!t.length)return 0;let i=e.replace(/ /g,"_"),s=i+" "+t.map(a=>a.id),r=eg[s];if(r)return r.id;let o=eg[s]=et.define({id:Vs.length,name:i,props:[Vm({[i]:t})]});return Vs.push(o),o.id}function l1(n,e){let t=et.define({id:Vs.length,name:"Document",props:[Hi.add(()=>n),ng.add(()=>i=>e.getIndent(i))],top:!0});return Vs.push(t),t}var JE={rtl:I.mark({class:"cm-iso",inclusive:!0,attributes:{dir:"rtl"},bidiIsolate:ie.RTL}),ltr:I.mark({class:"cm-iso",inclusive:!0,attributes:{dir:"ltr"},bidiIsolate:ie.LTR}),auto:I.mark({class:"cm-iso",inclusive:!0,attributes:{dir:"auto"},bidiIsolate:null})};function Jc(){return{async:!1,breaks:!1,extensions:null,gfm:!0,hooks:null,pedantic:!1,renderer:null,silent:!1,tokenizer:null,walkTokens:null}}var ri=Jc();function Tg(n){ri=n}var Ys={exec:()=>null};function ae(n,e=""){let t=typeof n=="string"?n:n.source,i={replace:(s,r)=>{let o=typeof r=="string"?r:r.source;return o=o.replace(tt.caret,"$1"),t=t.replace(s,o),i},getRegex:()=>new RegExp(t,e)};return i}var tt={codeRemoveIndent:/^(?: {1,4}| {0,3}\t)/gm,outputLinkReplace:/\\([\[\]])/g,indentCodeCompensation:/^(\s+)(?:```)/,beginningSpace:/^\s+/,endingHash:/#$/,startingSpaceChar:/^ /,endingSpaceChar:/ $/,nonSpaceChar:/[^ ]/,newLineCharGlobal:/\n/g,tabCharGlobal:/\t/g,multipleSpaceGlobal:/\s+/g,blankLine:/^[ \t]*$/,doubleBlankLine:/\n[ \t]*\n[ \t]*$/,blockquoteStart:/^ {0,3}>/,blockquoteSetextReplace:/\n {0,3}((?:=+|-+) *)(?=\n|$)/g,blockquoteSetextReplace2:/^ {0,3}>[ \t]?/gm,listReplaceTabs:/^\t+/,listReplaceNesting:/^ {1,4}(?=( {4})*[^ ])/g,listIsTask:/^\[[ xX]\] /,listReplaceTask:/^\[[ xX]\] +/,anyLine:/\n.*\n/,hrefBrackets:/^<(.*)>$/,tableDelimiter:/[:|]/,tableAlignChars:/^\||\| *$/g,tableRowBlankLine:/\n[ \t]*$/,tableAlignRight:/^ *-+: *$/,tableAlignCenter:/^ *:-+: *$/,tableAlignLeft:/^ *:-+ *$/,startATag:/^<a /i,endATag:/^<\/a>/i,startPreScriptTag:/^<(pre|code|kbd|script)(\s|>)/i,endPreScriptTag:/^<\/(pre|code|kbd|script)(\s|>)/i,startAngleBracket:/^</,endAngleBracket:/>$/,pedanticHrefTitle:/^([^'"]*[^\s])\s+(['"])(.*)\2/,unicodeAlphaNumeric:/[\p{L}\p{N}]/u,escapeTest:/[&<>"']/,escapeReplace:/[&<>"']/g,escapeTestNoEncode:/[<>"']|&(?!(#\d{1,7}|#[Xx][a-fA-F0-9]{1,6}|\w+);)/,escapeReplaceNoEncode:/[<>"']|&(?!(#\d{1,7}|#[Xx][a-fA-F0-9]{1,6}|\w+);)/g,unescapeTest:/&(#(?:\d+)|(?:#x[0-9A-Fa-f]+)|(?:\w+));?/ig,caret:/(^|[^\[])\^/g,percentDecode:/%25/g,findPipe:/\|/g,splitPipe:/ \|/,slashPipe:/\\\|/g,carriageReturn:/\r\n|\r/g,spaceLine:/^ +$/gm,notSpaceStart:/^\S*/,endingNewline:/\n$/,listItemRegex:n=>new RegExp(`^( {0,3}${n})((?:[	 ][^\\n]*)?(?:\\n|$))`),nextBulletRegex:n=>new RegExp(`^ {0,${Math.min(3,n-1)}}(?:[*+-]|\\d{1,9}[.)])((?:[ 	][^\\n]*)?(?:\\n|$))`),hrRegex:n=>new RegExp(`^ {0,${Math.min(3,n-1)}}((?:- *){3,}|(?:_ *){3,}|(?:\\* *){3,})(?:\\n+|$)`),fencesBeginRegex:n=>new RegExp(`^ {0,${Math.min(3,n-1)}}(?:\`\`\`|~~~)`),headingBeginRegex:n=>new RegExp(`^ {0,${Math.min(3,n-1)}}#`),htmlBeginRegex:n=>new RegExp(`^ {0,${Math.min(3,n-1)}}<(?:[a-z].*>|!--)`,"i")},h1=/^(?:[ \t]*(?:\n|$))+/,c1=/^((?: {4}| {0,3}\t)[^\n]+(?:\n(?:[ \t]*(?:\n|$))*)?)+/,u1=/^ {0,3}(`{3,}(?=[^`\n]*(?:\n|$))|~{3,})([^\n]*)(?:\n|$)(?:|([\s\S]*?)(?:\n|$))(?: {0,3}\1[~`]* *(?=\n|$)|$)/,Js=/^ {0,3}((?:-[\t ]*){3,}|(?:_[ \t]*){3,}|(?:\*[ \t]*){3,})(?:\n+|$)/,d1=/^ {0,3}(#{1,6})(?=\s|$)(.*)(?:\n+|$)/,Xc=/(?:[*+-]|\d{1,9}[.)])/,Mg=/^(?!bull |blockCode|fences|blockquote|heading|html|table)((?:.|\n(?!\s*?\n|bull |blockCode|fences|blockquote|heading|html|table))+?)\n {0,3}(=+|-+) *(?:\n+|$)/,Eg=ae(Mg).replace(/bull/g,Xc).replace(/blockCode/g,/(?: {4}| {0,3}\t)/).replace(/fences/g,/ {0,3}(?:`{3,}|~{3,})/).replace(/blockquote/g,/ {0,3}>/).replace(/heading/g,/ {0,3}#{1,6}/).replace(/html/g,/ {0,3}<[^\n>]+>\n/).replace(/\|table/g,"").getRegex(),f1=ae(Mg).replace(/bull/g,Xc).replace(/blockCode/g,/(?: {4}| {0,3}\t)/).replace(/fences/g,/ {0,3}(?:`{3,}|~{3,})/).replace(/blockquote/g,/ {0,3}>/).replace(/heading/g,/ {0,3}#{1,6}/).replace(/html/g,/ {0,3}<[^\n>]+>\n/).replace(/table/g,/ {0,3}\|?(?:[:\- ]*\|)+[\:\- ]*\n/).getRegex(),Zc=/^([^\n]+(?:\n(?!hr|heading|lheading|blockquote|fences|list|html|table| +\n)[^\n]+)*)/,p1=/^[^\n]+/,Qc=/(?!\s*\])(?:\\.|[^\[\]\\])+/,m1=ae(/^ {0,3}\[(label)\]: *(?:\n[ \t]*)?([^<\s][^\s]*|<.*?>)(?:(?: +(?:\n[ \t]*)?| *\n[ \t]*)(title))? *(?:\n+|$)/).replace("label",Qc).replace("title",/(?:"(?:\\"?|[^"\\])*"|'[^'\n]*(?:\n[^'\n]+)*\n?'|\([^()]*\))/).getRegex(),g1=ae(/^( {0,3}bull)([ \t][^\n]+?)?(?:\n|$)/).replace(/bull/g,Xc).getRegex(),Zo="address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|meta|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul",eu=/<!--(?:-?>|[\s\S]*?(?:-->|$))/,y1=ae("^ {0,3}(?:<(script|pre|style|textarea)[\\s>][\\s\\S]*?(?:</\\1>[^\\n]*\\n+|$)|comment[^\\n]*(\\n+|$)|<\\?[\\s\\S]*?(?:\\?>\\n*|$)|<![A-Z][\\s\\S]*?(?:>\\n*|$)|<!\\[CDATA\\[[\\s\\S]*?(?:\\]\\]>\\n*|$)|</?(tag)(?: +|\\n|/?>)[\\s\\S]*?(?:(?:\\n[ 	]*)+\\n|$)|<(?!script|pre|style|textarea)([a-z][\\w-]*)(?:attribute)*? */?>(?=[ \\t]*(?:\\n|$))[\\s\\S]*?(?:(?:\\n[ 	]*)+\\n|$)|</(?!script|pre|style|textarea)[a-z][\\w-]*\\s*>(?=[ \\t]*(?:\\n|$))[\\s\\S]*?(?:(?:\\n[ 	]*)+\\n|$))","i").replace("comment",eu).replace("tag",Zo).replace("attribute",/ +[a-zA-Z:_][\w.:-]*(?: *= *"[^"\n]*"| *= *'[^'\n]*'| *= *[^\s"'=<>`]+)?/).getRegex(),Dg=ae(Zc).replace("hr",Js).replace("heading"," {0,3}#{1,6}(?:\\s|$)").replace("|lheading","").replace("|table","").replace("blockquote"," {0,3}>").replace("fences"," {0,3}(?:`{3,}(?=[^`\\n]*\\n)|~{3,})[^\\n]*\\n").replace("list"," {0,3}(?:[*+-]|1[.)]) ").replace("html","</?(?:tag)(?: +|\\n|/?>)|<(?:script|pre|style|textarea|!--)").replace("tag",Zo).getRegex(),v1=ae(/^( {0,3}> ?(paragraph|[^\n]*)(?:\n|$))+/).replace("paragraph",Dg).getRegex(),tu={blockquote:v1,code:c1,def:m1,fences:u1,heading:d1,hr:Js,html:y1,lheading:Eg,list:g1,newline:h1,paragraph:Dg,table:Ys,text:p1},kg=ae("^ *([^\\n ].*)\\n {0,3}((?:\\| *)?:?-+:? *(?:\\| *:?-+:? *)*(?:\\| *)?)(?:\\n((?:(?! *\\n|hr|heading|blockquote|code|fences|list|html).*(?:\\n|$))*)\\n*|$)").replace("hr",Js).replace("heading"," {0,3}#{1,6}(?:\\s|$)").replace("blockquote"," {0,3}>").replace("code","(?: {4}| {0,3}	)[^\\n]").replace("fences"," {0,3}(?:`{3,}(?=[^`\\n]*\\n)|~{3,})[^\\n]*\\n").replace("list"," {0,3}(?:[*+-]|1[.)]) ").replace("html","</?(?:tag)(?: +|\\n|/?>)|<(?:script|pre|style|textarea|!--)").replace("tag",Zo).getRegex(),b1={...tu,lheading:f1,table:kg,paragraph:ae(Zc).replace("hr",Js).replace("heading"," {0,3}#{1,6}(?:\\s|$)").replace("|lheading","").replace("table",kg).replace("blockquote"," {0,3}>").replace("fences"," {0,3}(?:`{3,}(?=[^`\\n]*\\n)|~{3,})[^\\n]*\\n").replace("list"," {0,3}(?:[*+-]|1[.)]) ").replace("html","</?(?:tag)(?: +|\\n|/?>)|<(?:script|pre|style|textarea|!--)").replace("tag",Zo).getRegex()},w1={...tu,html:ae(`^ *(?:comment *(?:\\n|\\s*$)|<(tag)[\\s\\S]+?</\\1> *(?:\\n{2,}|\\s*$)|<tag(?:"[^"]*"|'[^']*'|\\s[^'"/>\\s]*)*?/?> *(?:\\n{2,}|\\s*$))`).replace("comment",eu).replace(/tag/g,"(?!(?:a|em|strong|small|s|cite|q|dfn|abbr|data|time|code|var|samp|kbd|sub|sup|i|b|u|mark|ruby|rt|rp|bdi|bdo|span|br|wbr|ins|del|img)\\b)\\w+(?!:|[^\\w\\s@]*@)\\b").getRegex(),def:/^ *\[([^\]]+)\]: *<?([^\s>]+)>?(?: +(["(][^\n]+[")]))? *(?:\n+|$)/,heading:/^(#{1,6})(.*)(?:\n+|$)/,fences:Ys,lheading:/^(.+?)\n {0,3}(=+|-+) *(?:\n+|$)/,paragraph:ae(Zc).replace("hr",Js).replace("heading",` *#{1,6} *[^
]`).replace("lheading",Eg).replace("|table","").replace("blockquote"," {0,3}>").replace("|fences","").replace("|list","").replace("|html","").replace("|tag","").getRegex()},k1=/^\\([!"#$%&'()*+,\-./:;<=>?@\[\]\\^_`{|}~])/,x1=/^(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)/,Pg=/^( {2,}|\\)\n(?!\s*$)/,S1=/^(`+|[^`])(?:(?= {2,}\n)|[\s\S]*?(?:(?=[\\<!\[`*_]|\b_|$)|[^ ](?= {2,}\n)))/,Qo=/[\p{P}\p{S}]/u,nu=/[\s\p{P}\p{S}]/u,Og=/[^\s\p{P}\p{S}]/u,C1=ae(/^((?![*_])punctSpace)/,"u").replace(/punctSpace/g,nu).getRegex(),Rg=/(?!~)[\p{P}\p{S}]/u,A1=/(?!~)[\s\p{P}\p{S}]/u,T1=/(?:[^\s\p{P}\p{S}]|~)/u,M1=/\[[^[\]]*?\]\((?:\\.|[^\\\(\)]|\((?:\\.|[^\\\(\)])*\))*\)|`[^`]*?`|<[^<>]*?>/g,_g=/^(?:\*+(?:((?!\*)punct)|[^\s*]))|^_+(?:((?!_)punct)|([^\s_]))/,E1=ae(_g,"u").replace(/punct/g,Qo).getRegex(),D1=ae(_g,"u").replace(/punct/g,Rg).getRegex(),Lg="^[^_*]*?__[^_*]*?\\*[^_*]*?(?=__)|[^*]+(?=[^*])|(?!\\*)punct(\\*+)(?=[\\s]|$)|notPunctSpace(\\*+)(?!\\*)(?=punctSpace|$)|(?!\\*)punctSpace(\\*+)(?=notPunctSpace)|[\\s](\\*+)(?!\\*)(?=punct)|(?!\\*)punct(\\*+)(?!\\*)(?=punct)|notPunctSpace(\\*+)(?=notPunctSpace)",P1=ae(Lg,"gu").replace(/notPunctSpace/g,Og).replace(/punctSpace/g,nu).replace(/punct/g,Qo).getRegex(),O1=ae(Lg,"gu").replace(/notPunctSpace/g,T1).replace(/punctSpace/g,A1).replace(/punct/g,Rg).getRegex(),R1=ae("^[^_*]*?\\*\\*[^_*]*?_[^_*]*?(?=\\*\\*)|[^_]+(?=[^_])|(?!_)punct(_+)(?=[\\s]|$)|notPunctSpace(_+)(?!_)(?=punctSpace|$)|(?!_)punctSpace(_+)(?=notPunctSpace)|[\\s](_+)(?!_)(?=punct)|(?!_)punct(_+)(?!_)(?=punct)","gu").replace(/notPunctSpace/g,Og).replace(/punctSpace/g,nu).replace(/punct/g,Qo).getRegex(),_1=ae(/\\(punct)/,"gu").replace(/punct/g,Qo).getRegex(),L1=ae(/^<(scheme:[^\s\x00-\x1f<>]*|email)>/).replace("scheme",/[a-zA-Z][a-zA-Z0-9+.-]{1,31}/).replace("email",/[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+(@)[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+(?![-_])/).getRegex(),B1=ae(eu).replace("(?:-->|$)","-->").getRegex(),I1=ae("^comment|^</[a-zA-Z][\\w:-]*\\s*>|^<[a-zA-Z][\\w-]*(?:attribute)*?\\s*/?>|^<\\?[\\s\\S]*?\\?>|^<![a-zA-Z]+\\s[\\s\\S]*?>|^<!\\[CDATA\\[[\\s\\S]*?\\]\\]>").replace("comment",B1).replace("attribute",/\s+[a-zA-Z:_][\w.:-]*(?:\s*=\s*"[^"]*"|\s*=\s*'[^']*'|\s*=\s*[^\s"'=<>`]+)?/).getRegex(),Yo=/(?:\[(?:\\.|[^\[\]\\])*\]|\\.|`[^`]*`|[^\[\]\\`])*?/,F1=ae(/^!?\[(label)\]\(\s*(href)(?:(?:[ \t]*(?:\n[ \t]*)?)(title))?\s*\)/).replace("label",Yo).replace("href",/<(?:\\.|[^\n<>\\])+>|[^ \t\n\x00-\x1f]*/).replace("title",/"(?:\\"?|[^"\\])*"|'(?:\\'?|[^'\\])*'|\((?:\\\)?|[^)\\])*\)/).getRegex(),Bg=ae(/^!?\[(label)\]\[(ref)\]/).replace("label",Yo).replace("ref",Qc).getRegex(),Ig=ae(/^!?\[(ref)\](?:\[\])?/).replace("ref",Qc).getRegex(),q1=ae("reflink|nolink(?!\\()","g").replace("reflink",Bg).replace("nolink",Ig).getRegex(),iu={_backpedal:Ys,anyPunctuation:_1,autolink:L1,blockSkip:M1,br:Pg,code:x1,del:Ys,emStrongLDelim:E1,emStrongRDelimAst:P1,emStrongRDelimUnd:R1,escape:k1,link:F1,nolink:Ig,punctuation:C1,reflink:Bg,reflinkSearch:q1,tag:I1,text:S1,url:Ys},N1={...iu,link:ae(/^!?\[(label)\]\((.*?)\)/).replace("label",Yo).getRegex(),reflink:ae(/^!?\[(label)\]\s*\[([^\]]*)\]/).replace("label",Yo).getRegex()},Gc={...iu,emStrongRDelimAst:O1,emStrongLDelim:D1,url:ae(/^((?:ftp|https?):\/\/|www\.)(?:[a-zA-Z0-9\-]+\.?)+[^\s<]*|^email/,"i").replace("email",/[A-Za-z0-9._+-]+(@)[a-zA-Z0-9-_]+(?:\.[a-zA-Z0-9-_]*[a-zA-Z0-9])+(?![-_])/).getRegex(),_backpedal:/(?:[^?!.,:;*_'"~()&]+|\([^)]*\)|&(?![a-zA-Z0-9]+;$)|[?!.,:;*_'"~)]+(?!$))+/,del:/^(~~?)(?=[^\s~])((?:\\.|[^\\])*?(?:\\.|[^\s~\\]))\1(?=[^~]|$)/,text:/^([`~]+|[^`~])(?:(?= {2,}\n)|(?=[a-zA-Z0-9.!#$%&'*+\/=?_`{\|}~-]+@)|[\s\S]*?(?:(?=[\\<!\[`*~_]|\b_|https?:\/\/|ftp:\/\/|www\.|$)|[^ ](?= {2,}\n)|[^a-zA-Z0-9.!#$%&'*+\/=?_`{\|}~-](?=[a-zA-Z0-9.!#$%&'*+\/=?_`{\|}~-]+@)))/},$1={...Gc,br:ae(Pg).replace("{2,}","*").getRegex(),text:ae(Gc.text).replace("\\b_","\\b_| {2,}\\n").replace(/\{2,\}/g,"*").getRegex()},Go={normal:tu,gfm:b1,pedantic:w1},Gs={normal:iu,gfm:Gc,breaks:$1,pedantic:N1},H1={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;","'":"&#39;"},xg=n=>H1[n];function Gt(n,e){if(e){if(tt.escapeTest.test(n))return n.replace(tt.escapeReplace,xg)}else if(tt.escapeTestNoEncode.test(n))return n.replace(tt.escapeReplaceNoEncode,xg);return n}function Sg(n){try{n=encodeURI(n).replace(tt.percentDecode,"%")}catch{return null}return n}function Cg(n,e){let t=n.replace(tt.findPipe,(r,o,a)=>{let l=!1,h=o;for(;--h>=0&&a[h]==="\\";)l=!l;return l?"|":" |"}),i=t.split(tt.splitPipe),s=0;if(i[0].trim()||i.shift(),i.length>0&&!i.at(-1)?.trim()&&i.pop(),e)if(i.length>e)i.splice(e);else for(;i.length<e;)i.push("");for(;s<i.length;s++)i[s]=i[s].trim().replace(tt.slashPipe,"|");return i}function Ks(n,e,t){let i=n.length;if(i===0)return"";let s=0;for(;s<i;){let r=n.charAt(i-s-1);if(r===e&&!t)s++;else if(r!==e&&t)s++;else break}return n.slice(0,i-s)}function W1(n,e){if(n.indexOf(e[1])===-1)return-1;let t=0;for(let i=0;i<n.length;i++)if(n[i]==="\\")i++;else if(n[i]===e[0])t++;else if(n[i]===e[1]&&(t--,t<0))return i;return t>0?-2:-1}function Ag(n,e,t,i,s){let r=e.href,o=e.title||null,a=n[1].replace(s.other.outputLinkReplace,"$1");i.state.inLink=!0;let l={type:n[0].charAt(0)==="!"?"image":"link",raw:t,href:r,title:o,text:a,tokens:i.inlineTokens(a)};return i.state.inLink=!1,l}function z1(n,e,t){let i=n.match(t.other.indentCodeCompensation);if(i===null)return e;let s=i[1];return e.split(`
`).map(r=>{let o=r.match(t.other.beginningSpace);if(o===null)return r;let[a]=o;return a.length>=s.length?r.slice(s.length):r}).join(`
`)}var Jo=class{options;rules;lexer;constructor(n){this.options=n||ri}space(n){let e=this.rules.block.newline.exec(n);if(e&&e[0].length>0)return{type:"space",raw:e[0]}}code(n){let e=this.rules.block.code.exec(n);if(e){let t=e[0].replace(this.rules.other.codeRemoveIndent,"");return{type:"code",raw:e[0],codeBlockStyle:"indented",text:this.options.pedantic?t:Ks(t,`
`)}}}fences(n){let e=this.rules.block.fences.exec(n);if(e){let t=e[0],i=z1(t,e[3]||"",this.rules);return{type:"code",raw:t,lang:e[2]?e[2].trim().replace(this.rules.inline.anyPunctuation,"$1"):e[2],text:i}}}heading(n){let e=this.rules.block.heading.exec(n);if(e){let t=e[2].trim();if(this.rules.other.endingHash.test(t)){let i=Ks(t,"#");(this.options.pedantic||!i||this.rules.other.endingSpaceChar.test(i))&&(t=i.trim())}return{type:"heading",raw:e[0],depth:e[1].length,text:t,tokens:this.lexer.inline(t)}}}hr(n){let e=this.rules.block.hr.exec(n);if(e)return{type:"hr",raw:Ks(e[0],`
`)}}blockquote(n){let e=this.rules.block.blockquote.exec(n);if(e){let t=Ks(e[0],`
`).split(`
`),i="",s="",r=[];for(;t.length>0;){let o=!1,a=[],l;for(l=0;l<t.length;l++)if(this.rules.other.blockquoteStart.test(t[l]))a.push(t[l]),o=!0;else if(!o)a.push(t[l]);else break;t=t.slice(l);let h=a.join(`
`),c=h.replace(this.rules.other.blockquoteSetextReplace,`
    $1`).replace(this.rules.other.blockquoteSetextReplace2,"");i=i?`${i}
${h}`:h,s=s?`${s}
${c}`:c;let d=this.lexer.state.top;if(this.lexer.state.top=!0,this.lexer.blockTokens(c,r,!0),this.lexer.state.top=d,t.length===0)break;let f=r.at(-1);if(f?.type==="code")break;if(f?.type==="blockquote"){let p=f,m=p.raw+`
`+t.join(`
`),g=this.blockquote(m);r[r.length-1]=g,i=i.substring(0,i.length-p.raw.length)+g.raw,s=s.substring(0,s.length-p.text.length)+g.text;break}else if(f?.type==="list"){let p=f,m=p.raw+`
`+t.join(`
`),g=this.list(m);r[r.length-1]=g,i=i.substring(0,i.length-f.raw.length)+g.raw,s=s.substring(0,s.length-p.raw.length)+g.raw,t=m.substring(r.at(-1).raw.length).split(`
`);continue}}return{type:"blockquote",raw:i,tokens:r,text:s}}}list(n){let e=this.rules.block.list.exec(n);if(e){let t=e[1].trim(),i=t.length>1,s={type:"list",raw:"",ordered:i,start:i?+t.slice(0,-1):"",loose:!1,items:[]};t=i?`\\d{1,9}\\${t.slice(-1)}`:`\\${t}`,this.options.pedantic&&(t=i?t:"[*+-]");let r=this.rules.other.listItemRegex(t),o=!1;for(;n;){let l=!1,h="",c="";if(!(e=r.exec(n))||this.rules.block.hr.test(n))break;h=e[0],n=n.substring(h.length);let d=e[2].split(`
`,1)[0].replace(this.rules.other.listReplaceTabs,v=>" ".repeat(3*v.length)),f=n.split(`
`,1)[0],p=!d.trim(),m=0;if(this.options.pedantic?(m=2,c=d.trimStart()):p?m=e[1].length+1:(m=e[2].search(this.rules.other.nonSpaceChar),m=m>4?1:m,c=d.slice(m),m+=e[1].length),p&&this.rules.other.blankLine.test(f)&&(h+=f+`
`,n=n.substring(f.length+1),l=!0),!l){let v=this.rules.other.nextBulletRegex(m),w=this.rules.other.hrRegex(m),k=this.rules.other.fencesBeginRegex(m),x=this.rules.other.headingBeginRegex(m),b=this.rules.other.htmlBeginRegex(m);for(;n;){let S=n.split(`
`,1)[0],C;if(f=S,this.options.pedantic?(f=f.replace(this.rules.other.listReplaceNesting,"  "),C=f):C=f.replace(this.rules.other.tabCharGlobal,"    "),k.test(f)||x.test(f)||b.test(f)||v.test(f)||w.test(f))break;if(C.search(this.rules.other.nonSpaceChar)>=m||!f.trim())c+=`
`+C.slice(m);else{if(p||d.replace(this.rules.other.tabCharGlobal,"    ").search(this.rules.other.nonSpaceChar)>=4||k.test(d)||x.test(d)||w.test(d))break;c+=`
`+f}!p&&!f.trim()&&(p=!0),h+=S+`
`,n=n.substring(S.length+1),d=C.slice(m)}}s.loose||(o?s.loose=!0:this.rules.other.doubleBlankLine.test(h)&&(o=!0));let g=null,y;this.options.gfm&&(g=this.rules.other.listIsTask.exec(c),g&&(y=g[0]!=="[ ] ",c=c.replace(this.rules.other.listReplaceTask,""))),s.items.push({type:"list_item",raw:h,task:!!g,checked:y,loose:!1,text:c,tokens:[]}),s.raw+=h}let a=s.items.at(-1);if(a)a.raw=a.raw.trimEnd(),a.text=a.text.trimEnd();else return;s.raw=s.raw.trimEnd();for(let l=0;l<s.items.length;l++)if(this.lexer.state.top=!1,s.items[l].tokens=this.lexer.blockTokens(s.items[l].text,[]),!s.loose){let h=s.items[l].tokens.filter(d=>d.type==="space"),c=h.length>0&&h.some(d=>this.rules.other.anyLine.test(d.raw));s.loose=c}if(s.loose)for(let l=0;l<s.items.length;l++)s.items[l].loose=!0;return s}}html(n){let e=this.rules.block.html.exec(n);if(e)return{type:"html",block:!0,raw:e[0],pre:e[1]==="pre"||e[1]==="script"||e[1]==="style",text:e[0]}}def(n){let e=this.rules.block.def.exec(n);if(e){let t=e[1].toLowerCase().replace(this.rules.other.multipleSpaceGlobal," "),i=e[2]?e[2].replace(this.rules.other.hrefBrackets,"$1").replace(this.rules.inline.anyPunctuation,"$1"):"",s=e[3]?e[3].substring(1,e[3].length-1).replace(this.rules.inline.anyPunctuation,"$1"):e[3];return{type:"def",tag:t,raw:e[0],href:i,title:s}}}table(n){let e=this.rules.block.table.exec(n);if(!e||!this.rules.other.tableDelimiter.test(e[2]))return;let t=Cg(e[1]),i=e[2].replace(this.rules.other.tableAlignChars,"").split("|"),s=e[3]?.trim()?e[3].replace(this.rules.other.tableRowBlankLine,"").split(`
`):[],r={type:"table",raw:e[0],header:[],align:[],rows:[]};if(t.length===i.length){for(let o of i)this.rules.other.tableAlignRight.test(o)?r.align.push("right"):this.rules.other.tableAlignCenter.test(o)?r.align.push("center"):this.rules.other.tableAlignLeft.test(o)?r.align.push("left"):r.align.push(null);for(let o=0;o<t.length;o++)r.header.push({text:t[o],tokens:this.lexer.inline(t[o]),header:!0,align:r.align[o]});for(let o of s)r.rows.push(Cg(o,r.header.length).map((a,l)=>({text:a,tokens:this.lexer.inline(a),header:!1,align:r.align[l]})));return r}}lheading(n){let e=this.rules.block.lheading.exec(n);if(e)return{type:"heading",raw:e[0],depth:e[2].charAt(0)==="="?1:2,text:e[1],tokens:this.lexer.inline(e[1])}}paragraph(n){let e=this.rules.block.paragraph.exec(n);if(e){let t=e[1].charAt(e[1].length-1)===`
`?e[1].slice(0,-1):e[1];return{type:"paragraph",raw:e[0],text:t,tokens:this.lexer.inline(t)}}}text(n){let e=this.rules.block.text.exec(n);if(e)return{type:"text",raw:e[0],text:e[0],tokens:this.lexer.inline(e[0])}}escape(n){let e=this.rules.inline.escape.exec(n);if(e)return{type:"escape",raw:e[0],text:e[1]}}tag(n){let e=this.rules.inline.tag.exec(n);if(e)return!this.lexer.state.inLink&&this.rules.other.startATag.test(e[0])?this.lexer.state.inLink=!0:this.lexer.state.inLink&&this.rules.other.endATag.test(e[0])&&(this.lexer.state.inLink=!1),!this.lexer.state.inRawBlock&&this.rules.other.startPreScriptTag.test(e[0])?this.lexer.state.inRawBlock=!0:this.lexer.state.inRawBlock&&this.rules.other.endPreScriptTag.test(e[0])&&(this.lexer.state.inRawBlock=!1),{type:"html",raw:e[0],inLink:this.lexer.state.inLink,inRawBlock:this.lexer.state.inRawBlock,block:!1,text:e[0]}}link(n){let e=this.rules.inline.link.exec(n);if(e){let t=e[2].trim();if(!this.options.pedantic&&this.rules.other.startAngleBracket.test(t)){if(!this.rules.other.endAngleBracket.test(t))return;let r=Ks(t.slice(0,-1),"\\");if((t.length-r.length)%2===0)return}else{let r=W1(e[2],"()");if(r===-2)return;if(r>-1){let a=(e[0].indexOf("!")===0?5:4)+e[1].length+r;e[2]=e[2].substring(0,r),e[0]=e[0].substring(0,a).trim(),e[3]=""}}let i=e[2],s="";if(this.options.pedantic){let r=this.rules.other.pedanticHrefTitle.exec(i);r&&(i=r[1],s=r[3])}else s=e[3]?e[3].slice(1,-1):"";return i=i.trim(),this.rules.other.startAngleBracket.test(i)&&(this.options.pedantic&&!this.rules.other.endAngleBracket.test(t)?i=i.slice(1):i=i.slice(1,-1)),Ag(e,{href:i&&i.replace(this.rules.inline.anyPunctuation,"$1"),title:s&&s.replace(this.rules.inline.anyPunctuation,"$1")},e[0],this.lexer,this.rules)}}reflink(n,e){let t;if((t=this.rules.inline.reflink.exec(n))||(t=this.rules.inline.nolink.exec(n))){let i=(t[2]||t[1]).replace(this.rules.other.multipleSpaceGlobal," "),s=e[i.toLowerCase()];if(!s){let r=t[0].charAt(0);return{type:"text",raw:r,text:r}}return Ag(t,s,t[0],this.lexer,this.rules)}}emStrong(n,e,t=""){let i=this.rules.inline.emStrongLDelim.exec(n);if(!i||i[3]&&t.match(this.rules.other.unicodeAlphaNumeric))return;if(!(i[1]||i[2]||"")||!t||this.rules.inline.punctuation.exec(t)){let r=[...i[0]].length-1,o,a,l=r,h=0,c=i[0][0]==="*"?this.rules.inline.emStrongRDelimAst:this.rules.inline.emStrongRDelimUnd;for(c.lastIndex=0,e=e.slice(-1*n.length+r);(i=c.exec(e))!=null;){if(o=i[1]||i[2]||i[3]||i[4]||i[5]||i[6],!o)continue;if(a=[...o].length,i[3]||i[4]){l+=a;continue}else if((i[5]||i[6])&&r%3&&!((r+a)%3)){h+=a;continue}if(l-=a,l>0)continue;a=Math.min(a,a+l+h);let d=[...i[0]][0].length,f=n.slice(0,r+i.index+d+a);if(Math.min(r,a)%2){let m=f.slice(1,-1);return{type:"em",raw:f,text:m,tokens:this.lexer.inlineTokens(m)}}let p=f.slice(2,-2);return{type:"strong",raw:f,text:p,tokens:this.lexer.inlineTokens(p)}}}}codespan(n){let e=this.rules.inline.code.exec(n);if(e){let t=e[2].replace(this.rules.other.newLineCharGlobal," "),i=this.rules.other.nonSpaceChar.test(t),s=this.rules.other.startingSpaceChar.test(t)&&this.rules.other.endingSpaceChar.test(t);return i&&s&&(t=t.substring(1,t.length-1)),{type:"codespan",raw:e[0],text:t}}}br(n){let e=this.rules.inline.br.exec(n);if(e)return{type:"br",raw:e[0]}}del(n){let e=this.rules.inline.del.exec(n);if(e)return{type:"del",raw:e[0],text:e[2],tokens:this.lexer.inlineTokens(e[2])}}autolink(n){let e=this.rules.inline.autolink.exec(n);if(e){let t,i;return e[2]==="@"?(t=e[1],i="mailto:"+t):(t=e[1],i=t),{type:"link",raw:e[0],text:t,href:i,tokens:[{type:"text",raw:t,text:t}]}}}url(n){let e;if(e=this.rules.inline.url.exec(n)){let t,i;if(e[2]==="@")t=e[0],i="mailto:"+t;else{let s;do s=e[0],e[0]=this.rules.inline._backpedal.exec(e[0])?.[0]??"";while(s!==e[0]);t=e[0],e[1]==="www."?i="http://"+e[0]:i=e[0]}return{type:"link",raw:e[0],text:t,href:i,tokens:[{type:"text",raw:t,text:t}]}}}inlineText(n){let e=this.rules.inline.text.exec(n);if(e){let t=this.lexer.state.inRawBlock;return{type:"text",raw:e[0],text:e[0],escaped:t}}}},hn=class Kc{tokens;options;state;tokenizer;inlineQueue;constructor(e){this.tokens=[],this.tokens.links=Object.create(null),this.options=e||ri,this.options.tokenizer=this.options.tokenizer||new Jo,this.tokenizer=this.options.tokenizer,this.tokenizer.options=this.options,this.tokenizer.lexer=this,this.inlineQueue=[],this.state={inLink:!1,inRawBlock:!1,top:!0};let t={other:tt,block:Go.normal,inline:Gs.normal};this.options.pedantic?(t.block=Go.pedantic,t.inline=Gs.pedantic):this.options.gfm&&(t.block=Go.gfm,this.options.breaks?t.inline=Gs.breaks:t.inline=Gs.gfm),this.tokenizer.rules=t}static get rules(){return{block:Go,inline:Gs}}static lex(e,t){return new Kc(t).lex(e)}static lexInline(e,t){return new Kc(t).inlineTokens(e)}lex(e){e=e.replace(tt.carriageReturn,`
`),this.blockTokens(e,this.tokens);for(let t=0;t<this.inlineQueue.length;t++){let i=this.inlineQueue[t];this.inlineTokens(i.src,i.tokens)}return this.inlineQueue=[],this.tokens}blockTokens(e,t=[],i=!1){for(this.options.pedantic&&(e=e.replace(tt.tabCharGlobal,"    ").replace(tt.spaceLine,""));e;){let s;if(this.options.extensions?.block?.some(o=>(s=o.call({lexer:this},e,t))?(e=e.substring(s.raw.length),t.push(s),!0):!1))continue;if(s=this.tokenizer.space(e)){e=e.substring(s.raw.length);let o=t.at(-1);s.raw.length===1&&o!==void 0?o.raw+=`
`:t.push(s);continue}if(s=this.tokenizer.code(e)){e=e.substring(s.raw.length);let o=t.at(-1);o?.type==="paragraph"||o?.type==="text"?(o.raw+=`
`+s.raw,o.text+=`
`+s.text,this.inlineQueue.at(-1).src=o.text):t.push(s);continue}if(s=this.tokenizer.fences(e)){e=e.substring(s.raw.length),t.push(s);continue}if(s=this.tokenizer.heading(e)){e=e.substring(s.raw.length),t.push(s);continue}if(s=this.tokenizer.hr(e)){e=e.substring(s.raw.length),t.push(s);continue}if(s=this.tokenizer.blockquote(e)){e=e.substring(s.raw.length),t.push(s);continue}if(s=this.tokenizer.list(e)){e=e.substring(s.raw.length),t.push(s);continue}if(s=this.tokenizer.html(e)){e=e.substring(s.raw.length),t.push(s);continue}if(s=this.tokenizer.def(e)){e=e.substring(s.raw.length);let o=t.at(-1);o?.type==="paragraph"||o?.type==="text"?(o.raw+=`
`+s.raw,o.text+=`
`+s.raw,this.inlineQueue.at(-1).src=o.text):this.tokens.links[s.tag]||(this.tokens.links[s.tag]={href:s.href,title:s.title});continue}if(s=this.tokenizer.table(e)){e=e.substring(s.raw.length),t.push(s);continue}if(s=this.tokenizer.lheading(e)){e=e.substring(s.raw.length),t.push(s);continue}let r=e;if(this.options.extensions?.startBlock){let o=1/0,a=e.slice(1),l;this.options.extensions.startBlock.forEach(h=>{l=h.call({lexer:this},a),typeof l=="number"&&l>=0&&(o=Math.min(o,l))}),o<1/0&&o>=0&&(r=e.substring(0,o+1))}if(this.state.top&&(s=this.tokenizer.paragraph(r))){let o=t.at(-1);i&&o?.type==="paragraph"?(o.raw+=`
`+s.raw,o.text+=`
`+s.text,this.inlineQueue.pop(),this.inlineQueue.at(-1).src=o.text):t.push(s),i=r.length!==e.length,e=e.substring(s.raw.length);continue}if(s=this.tokenizer.text(e)){e=e.substring(s.raw.length);let o=t.at(-1);o?.type==="text"?(o.raw+=`
`+s.raw,o.text+=`
`+s.text,this.inlineQueue.pop(),this.inlineQueue.at(-1).src=o.text):t.push(s);continue}if(e){let o="Infinite loop on byte: "+e.charCodeAt(0);if(this.options.silent){console.error(o);break}else throw new Error(o)}}return this.state.top=!0,t}inline(e,t=[]){return this.inlineQueue.push({src:e,tokens:t}),t}inlineTokens(e,t=[]){let i=e,s=null;if(this.tokens.links){let a=Object.keys(this.tokens.links);if(a.length>0)for(;(s=this.tokenizer.rules.inline.reflinkSearch.exec(i))!=null;)a.includes(s[0].slice(s[0].lastIndexOf("[")+1,-1))&&(i=i.slice(0,s.index)+"["+"a".repeat(s[0].length-2)+"]"+i.slice(this.tokenizer.rules.inline.reflinkSearch.lastIndex))}for(;(s=this.tokenizer.rules.inline.anyPunctuation.exec(i))!=null;)i=i.slice(0,s.index)+"++"+i.slice(this.tokenizer.rules.inline.anyPunctuation.lastIndex);for(;(s=this.tokenizer.rules.inline.blockSkip.exec(i))!=null;)i=i.slice(0,s.index)+"["+"a".repeat(s[0].length-2)+"]"+i.slice(this.tokenizer.rules.inline.blockSkip.lastIndex);let r=!1,o="";for(;e;){r||(o=""),r=!1;let a;if(this.options.extensions?.inline?.some(h=>(a=h.call({lexer:this},e,t))?(e=e.substring(a.raw.length),t.push(a),!0):!1))continue;if(a=this.tokenizer.escape(e)){e=e.substring(a.raw.length),t.push(a);continue}if(a=this.tokenizer.tag(e)){e=e.substring(a.raw.length),t.push(a);continue}if(a=this.tokenizer.link(e)){e=e.substring(a.raw.length),t.push(a);continue}if(a=this.tokenizer.reflink(e,this.tokens.links)){e=e.substring(a.raw.length);let h=t.at(-1);a.type==="text"&&h?.type==="text"?(h.raw+=a.raw,h.text+=a.text):t.push(a);continue}if(a=this.tokenizer.emStrong(e,i,o)){e=e.substring(a.raw.length),t.push(a);continue}if(a=this.tokenizer.codespan(e)){e=e.substring(a.raw.length),t.push(a);continue}if(a=this.tokenizer.br(e)){e=e.substring(a.raw.length),t.push(a);continue}if(a=this.tokenizer.del(e)){e=e.substring(a.raw.length),t.push(a);continue}if(a=this.tokenizer.autolink(e)){e=e.substring(a.raw.length),t.push(a);continue}if(!this.state.inLink&&(a=this.tokenizer.url(e))){e=e.substring(a.raw.length),t.push(a);continue}let l=e;if(this.options.extensions?.startInline){let h=1/0,c=e.slice(1),d;this.options.extensions.startInline.forEach(f=>{d=f.call({lexer:this},c),typeof d=="number"&&d>=0&&(h=Math.min(h,d))}),h<1/0&&h>=0&&(l=e.substring(0,h+1))}if(a=this.tokenizer.inlineText(l)){e=e.substring(a.raw.length),a.raw.slice(-1)!=="_"&&(o=a.raw.slice(-1)),r=!0;let h=t.at(-1);h?.type==="text"?(h.raw+=a.raw,h.text+=a.text):t.push(a);continue}if(e){let h="Infinite loop on byte: "+e.charCodeAt(0);if(this.options.silent){console.error(h);break}else throw new Error(h)}}return t}},Xo=class{options;parser;constructor(n){this.options=n||ri}space(n){return""}code({text:n,lang:e,escaped:t}){let i=(e||"").match(tt.notSpaceStart)?.[0],s=n.replace(tt.endingNewline,"")+`
`;return i?'<pre><code class="language-'+Gt(i)+'">'+(t?s:Gt(s,!0))+`</code></pre>
`:"<pre><code>"+(t?s:Gt(s,!0))+`</code></pre>
`}blockquote({tokens:n}){return`<blockquote>
${this.parser.parse(n)}</blockquote>
`}html({text:n}){return n}heading({tokens:n,depth:e}){return`<h${e}>${this.parser.parseInline(n)}</h${e}>
`}hr(n){return`<hr>
`}list(n){let e=n.ordered,t=n.start,i="";for(let o=0;o<n.items.length;o++){let a=n.items[o];i+=this.listitem(a)}let s=e?"ol":"ul",r=e&&t!==1?' start="'+t+'"':"";return"<"+s+r+`>
`+i+"</"+s+`>
`}listitem(n){let e="";if(n.task){let t=this.checkbox({checked:!!n.checked});n.loose?n.tokens[0]?.type==="paragraph"?(n.tokens[0].text=t+" "+n.tokens[0].text,n.tokens[0].tokens&&n.tokens[0].tokens.length>0&&n.tokens[0].tokens[0].type==="text"&&(n.tokens[0].tokens[0].text=t+" "+Gt(n.tokens[0].tokens[0].text),n.tokens[0].tokens[0].escaped=!0)):n.tokens.unshift({type:"text",raw:t+" ",text:t+" ",escaped:!0}):e+=t+" "}return e+=this.parser.parse(n.tokens,!!n.loose),`<li>${e}</li>
`}checkbox({checked:n}){return"<input "+(n?'checked="" ':"")+'disabled="" type="checkbox">'}paragraph({tokens:n}){return`<p>${this.parser.parseInline(n)}</p>
`}table(n){let e="",t="";for(let s=0;s<n.header.length;s++)t+=this.tablecell(n.header[s]);e+=this.tablerow({text:t});let i="";for(let s=0;s<n.rows.length;s++){let r=n.rows[s];t="";for(let o=0;o<r.length;o++)t+=this.tablecell(r[o]);i+=this.tablerow({text:t})}return i&&(i=`<tbody>${i}</tbody>`),`<table>
<thead>
`+e+`</thead>
`+i+`</table>
`}tablerow({text:n}){return`<tr>
${n}</tr>
`}tablecell(n){let e=this.parser.parseInline(n.tokens),t=n.header?"th":"td";return(n.align?`<${t} align="${n.align}">`:`<${t}>`)+e+`</${t}>
`}strong({tokens:n}){return`<strong>${this.parser.parseInline(n)}</strong>`}em({tokens:n}){return`<em>${this.parser.parseInline(n)}</em>`}codespan({text:n}){return`<code>${Gt(n,!0)}</code>`}br(n){return"<br>"}del({tokens:n}){return`<del>${this.parser.parseInline(n)}</del>`}link({href:n,title:e,tokens:t}){let i=this.parser.parseInline(t),s=Sg(n);if(s===null)return i;n=s;let r='<a href="'+n+'"';return e&&(r+=' title="'+Gt(e)+'"'),r+=">"+i+"</a>",r}image({href:n,title:e,text:t,tokens:i}){i&&(t=this.parser.parseInline(i,this.parser.textRenderer));let s=Sg(n);if(s===null)return Gt(t);n=s;let r=`<img src="${n}" alt="${t}"`;return e&&(r+=` title="${Gt(e)}"`),r+=">",r}text(n){return"tokens"in n&&n.tokens?this.parser.parseInline(n.tokens):"escaped"in n&&n.escaped?n.text:Gt(n.text)}},su=class{strong({text:n}){return n}em({text:n}){return n}codespan({text:n}){return n}del({text:n}){return n}html({text:n}){return n}text({text:n}){return n}link({text:n}){return""+n}image({text:n}){return""+n}br(){return""}},cn=class Yc{options;renderer;textRenderer;constructor(e){this.options=e||ri,this.options.renderer=this.options.renderer||new Xo,this.renderer=this.options.renderer,this.renderer.options=this.options,this.renderer.parser=this,this.textRenderer=new su}static parse(e,t){return new Yc(t).parse(e)}static parseInline(e,t){return new Yc(t).parseInline(e)}parse(e,t=!0){let i="";for(let s=0;s<e.length;s++){let r=e[s];if(this.options.extensions?.renderers?.[r.type]){let a=r,l=this.options.extensions.renderers[a.type].call({parser:this},a);if(l!==!1||!["space","hr","heading","code","table","blockquote","list","html","paragraph","text"].includes(a.type)){i+=l||"";continue}}let o=r;switch(o.type){case"space":{i+=this.renderer.space(o);continue}case"hr":{i+=this.renderer.hr(o);continue}case"heading":{i+=this.renderer.heading(o);continue}case"code":{i+=this.renderer.code(o);continue}case"table":{i+=this.renderer.table(o);continue}case"blockquote":{i+=this.renderer.blockquote(o);continue}case"list":{i+=this.renderer.list(o);continue}case"html":{i+=this.renderer.html(o);continue}case"paragraph":{i+=this.renderer.paragraph(o);continue}case"text":{let a=o,l=this.renderer.text(a);for(;s+1<e.length&&e[s+1].type==="text";)a=e[++s],l+=`
`+this.renderer.text(a);t?i+=this.renderer.paragraph({type:"paragraph",raw:l,text:l,tokens:[{type:"text",raw:l,text:l,escaped:!0}]}):i+=l;continue}default:{let a='Token with "'+o.type+'" type was not found.';if(this.options.silent)return console.error(a),"";throw new Error(a)}}}return i}parseInline(e,t=this.renderer){let i="";for(let s=0;s<e.length;s++){let r=e[s];if(this.options.extensions?.renderers?.[r.type]){let a=this.options.extensions.renderers[r.type].call({parser:this},r);if(a!==!1||!["escape","html","link","image","strong","em","codespan","br","del","text"].includes(r.type)){i+=a||"";continue}}let o=r;switch(o.type){case"escape":{i+=t.text(o);break}case"html":{i+=t.html(o);break}case"link":{i+=t.link(o);break}case"image":{i+=t.image(o);break}case"strong":{i+=t.strong(o);break}case"em":{i+=t.em(o);break}case"codespan":{i+=t.codespan(o);break}case"br":{i+=t.br(o);break}case"del":{i+=t.del(o);break}case"text":{i+=t.text(o);break}default:{let a='Token with "'+o.type+'" type was not found.';if(this.options.silent)return console.error(a),"";throw new Error(a)}}}return i}},Ko=class{options;block;constructor(n){this.options=n||ri}static passThroughHooks=new Set(["preprocess","postprocess","processAllTokens"]);preprocess(n){return n}postprocess(n){return n}processAllTokens(n){return n}provideLexer(){return this.block?hn.lex:hn.lexInline}provideParser(){return this.block?cn.parse:cn.parseInline}},ru=class{defaults=Jc();options=this.setOptions;parse=this.parseMarkdown(!0);parseInline=this.parseMarkdown(!1);Parser=cn;Renderer=Xo;TextRenderer=su;Lexer=hn;Tokenizer=Jo;Hooks=Ko;constructor(...n){this.use(...n)}walkTokens(n,e){let t=[];for(let i of n)switch(t=t.concat(e.call(this,i)),i.type){case"table":{let s=i;for(let r of s.header)t=t.concat(this.walkTokens(r.tokens,e));for(let r of s.rows)for(let o of r)t=t.concat(this.walkTokens(o.tokens,e));break}case"list":{let s=i;t=t.concat(this.walkTokens(s.items,e));break}default:{let s=i;this.defaults.extensions?.childTokens?.[s.type]?this.defaults.extensions.childTokens[s.type].forEach(r=>{let o=s[r].flat(1/0);t=t.concat(this.walkTokens(o,e))}):s.tokens&&(t=t.concat(this.walkTokens(s.tokens,e)))}}return t}use(...n){let e=this.defaults.extensions||{renderers:{},childTokens:{}};return n.forEach(t=>{let i={...t};if(i.async=this.defaults.async||i.async||!1,t.extensions&&(t.extensions.forEach(s=>{if(!s.name)throw new Error("extension name required");if("renderer"in s){let r=e.renderers[s.name];r?e.renderers[s.name]=function(...o){let a=s.renderer.apply(this,o);return a===!1&&(a=r.apply(this,o)),a}:e.renderers[s.name]=s.renderer}if("tokenizer"in s){if(!s.level||s.level!=="block"&&s.level!=="inline")throw new Error("extension level must be 'block' or 'inline'");let r=e[s.level];r?r.unshift(s.tokenizer):e[s.level]=[s.tokenizer],s.start&&(s.level==="block"?e.startBlock?e.startBlock.push(s.start):e.startBlock=[s.start]:s.level==="inline"&&(e.startInline?e.startInline.push(s.start):e.startInline=[s.start]))}"childTokens"in s&&s.childTokens&&(e.childTokens[s.name]=s.childTokens)}),i.extensions=e),t.renderer){let s=this.defaults.renderer||new Xo(this.defaults);for(let r in t.renderer){if(!(r in s))throw new Error(`renderer '${r}' does not exist`);if(["options","parser"].includes(r))continue;let o=r,a=t.renderer[o],l=s[o];s[o]=(...h)=>{let c=a.apply(s,h);return c===!1&&(c=l.apply(s,h)),c||""}}i.renderer=s}if(t.tokenizer){let s=this.defaults.tokenizer||new Jo(this.defaults);for(let r in t.tokenizer){if(!(r in s))throw new Error(`tokenizer '${r}' does not exist`);if(["options","rules","lexer"].includes(r))continue;let o=r,a=t.tokenizer[o],l=s[o];s[o]=(...h)=>{let c=a.apply(s,h);return c===!1&&(c=l.apply(s,h)),c}}i.tokenizer=s}if(t.hooks){let s=this.defaults.hooks||new Ko;for(let r in t.hooks){if(!(r in s))throw new Error(`hook '${r}' does not exist`);if(["options","block"].includes(r))continue;let o=r,a=t.hooks[o],l=s[o];Ko.passThroughHooks.has(r)?s[o]=h=>{if(this.defaults.async)return Promise.resolve(a.call(s,h)).then(d=>l.call(s,d));let c=a.call(s,h);return l.call(s,c)}:s[o]=(...h)=>{let c=a.apply(s,h);return c===!1&&(c=l.apply(s,h)),c}}i.hooks=s}if(t.walkTokens){let s=this.defaults.walkTokens,r=t.walkTokens;i.walkTokens=function(o){let a=[];return a.push(r.call(this,o)),s&&(a=a.concat(s.call(this,o))),a}}this.defaults={...this.defaults,...i}}),this}setOptions(n){return this.defaults={...this.defaults,...n},this}lexer(n,e){return hn.lex(n,e??this.defaults)}parser(n,e){return cn.parse(n,e??this.defaults)}parseMarkdown(n){return(t,i)=>{let s={...i},r={...this.defaults,...s},o=this.onError(!!r.silent,!!r.async);if(this.defaults.async===!0&&s.async===!1)return o(new Error("marked(): The async option was set to true by an extension. Remove async: false from the parse options object to return a Promise."));if(typeof t>"u"||t===null)return o(new Error("marked(): input parameter is undefined or null"));if(typeof t!="string")return o(new Error("marked(): input parameter is of type "+Object.prototype.toString.call(t)+", string expected"));r.hooks&&(r.hooks.options=r,r.hooks.block=n);let a=r.hooks?r.hooks.provideLexer():n?hn.lex:hn.lexInline,l=r.hooks?r.hooks.provideParser():n?cn.parse:cn.parseInline;if(r.async)return Promise.resolve(r.hooks?r.hooks.preprocess(t):t).then(h=>a(h,r)).then(h=>r.hooks?r.hooks.processAllTokens(h):h).then(h=>r.walkTokens?Promise.all(this.walkTokens(h,r.walkTokens)).then(()=>h):h).then(h=>l(h,r)).then(h=>r.hooks?r.hooks.postprocess(h):h).catch(o);try{r.hooks&&(t=r.hooks.preprocess(t));let h=a(t,r);r.hooks&&(h=r.hooks.processAllTokens(h)),r.walkTokens&&this.walkTokens(h,r.walkTokens);let c=l(h,r);return r.hooks&&(c=r.hooks.postprocess(c)),c}catch(h){return o(h)}}}onError(n,e){return t=>{if(t.message+=`
Please report this to https://github.com/markedjs/marked.`,n){let i="<p>An error occurred:</p><pre>"+Gt(t.message+"",!0)+"</pre>";return e?Promise.resolve(i):i}if(e)return Promise.reject(t);throw t}}},si=new ru;function le(n,e){return si.parse(n,e)}le.options=le.setOptions=function(n){return si.setOptions(n),le.defaults=si.defaults,Tg(le.defaults),le};le.getDefaults=Jc;le.defaults=ri;le.use=function(...n){return si.use(...n),le.defaults=si.defaults,Tg(le.defaults),le};le.walkTokens=function(n,e){return si.walkTokens(n,e)};le.parseInline=si.parseInline;le.Parser=cn;le.parser=cn.parse;le.Renderer=Xo;le.TextRenderer=su;le.Lexer=hn;le.lexer=hn.lex;le.Tokenizer=Jo;le.Hooks=Ko;le.parse=le;var i3=le.options,s3=le.setOptions,r3=le.use,o3=le.walkTokens,a3=le.parseInline;var l3=cn.parse,Fg=hn.lex;var ta=class{constructor(e,t,i,s){this.state=e,this.pos=t,this.explicit=i,this.view=s,this.abortListeners=[],this.abortOnDocChange=!1}tokenBefore(e){let t=je(this.state).resolveInner(this.pos,-1);for(;t&&e.indexOf(t.name)<0;)t=t.parent;return t?{from:t.from,to:this.pos,text:this.state.sliceDoc(t.from,this.pos),type:t.type}:null}matchBefore(e){let t=this.state.doc.lineAt(this.pos),i=Math.max(t.from,this.pos-250),s=t.text.slice(i-t.from,this.pos-t.from),r=s.search(Vg(e,!1));return r<0?null:{from:i+r,to:this.pos,text:s.slice(r)}}get aborted(){return this.abortListeners==null}addEventListener(e,t,i){e=="abort"&&this.abortListeners&&(this.abortListeners.push(t),i&&i.onDocChange&&(this.abortOnDocChange=!0))}};function qg(n){let e=Object.keys(n).join(""),t=/\w/.test(e);return t&&(e=e.replace(/\w/g,"")),`[${t?"\\w":""}${e.replace(/[^\w\s]/g,"\\$&")}]`}function V1(n){let e=Object.create(null),t=Object.create(null);for(let{label:s}of n){e[s[0]]=!0;for(let r=1;r<s.length;r++)t[s[r]]=!0}let i=qg(e)+qg(t)+"*$";return[new RegExp("^"+i),new RegExp(i)]}function U1(n){let e=n.map(s=>typeof s=="string"?{label:s}:s),[t,i]=e.every(s=>/^\w+$/.test(s.label))?[/\w*$/,/\w+$/]:V1(e);return s=>{let r=s.matchBefore(i);return r||s.explicit?{from:r?r.from:s.pos,options:e,validFor:t}:null}}var na=class{constructor(e,t,i,s){this.completion=e,this.source=t,this.match=i,this.score=s}};function oi(n){return n.selection.main.from}function Vg(n,e){var t;let{source:i}=n,s=e&&i[0]!="^",r=i[i.length-1]!="$";return!s&&!r?n:new RegExp(`${s?"^":""}(?:${i})${r?"$":""}`,(t=n.flags)!==null&&t!==void 0?t:n.ignoreCase?"i":"")}var yu=Ue.define();function vu(n,e,t,i){let{main:s}=n.selection,r=t-s.from,o=i-s.from;return{...n.changeByRange(a=>{if(a!=s&&t!=i&&n.sliceDoc(a.from+r,a.from+o)!=n.sliceDoc(t,i))return{range:a};let l=n.toText(e);return{changes:{from:a.from+r,to:i==s.from?a.to:a.from+o,insert:l},range:A.cursor(a.from+r+l.length)}}),scrollIntoView:!0,userEvent:"input.complete"}}var Ng=new WeakMap;function j1(n){if(!Array.isArray(n))return n;let e=Ng.get(n);return e||Ng.set(n,e=U1(n)),e}var ia=q.define(),Xs=q.define(),lu=class{constructor(e){this.pattern=e,this.chars=[],this.folded=[],this.any=[],this.precise=[],this.byWord=[],this.score=0,this.matched=[];for(let t=0;t<e.length;){let i=Tt(e,t),s=qt(i);this.chars.push(i);let r=e.slice(t,t+s),o=r.toUpperCase();this.folded.push(Tt(o==r?r.toLowerCase():o,0)),t+=s}this.astral=e.length!=this.chars.length}ret(e,t){return this.score=e,this.matched=t,this}match(e){if(this.pattern.length==0)return this.ret(-100,[]);if(e.length<this.pattern.length)return null;let{chars:t,folded:i,any:s,precise:r,byWord:o}=this;if(t.length==1){let w=Tt(e,0),k=qt(w),x=k==e.length?0:-100;if(w!=t[0])if(w==i[0])x+=-200;else return null;return this.ret(x,[0,k])}let a=e.indexOf(this.pattern);if(a==0)return this.ret(e.length==this.pattern.length?0:-100,[0,this.pattern.length]);let l=t.length,h=0;if(a<0){for(let w=0,k=Math.min(e.length,200);w<k&&h<l;){let x=Tt(e,w);(x==t[h]||x==i[h])&&(s[h++]=w),w+=qt(x)}if(h<l)return null}let c=0,d=0,f=!1,p=0,m=-1,g=-1,y=/[a-z]/.test(e),v=!0;for(let w=0,k=Math.min(e.length,200),x=0;w<k&&d<l;){let b=Tt(e,w);a<0&&(c<l&&b==t[c]&&(r[c++]=w),p<l&&(b==t[p]||b==i[p]?(p==0&&(m=w),g=w+1,p++):p=0));let S,C=b<255?b>=48&&b<=57||b>=97&&b<=122?2:b>=65&&b<=90?1:0:(S=Gr(b))!=S.toLowerCase()?1:S!=S.toUpperCase()?2:0;(!w||C==1&&y||x==0&&C!=0)&&(t[d]==b||i[d]==b&&(f=!0)?o[d++]=w:o.length&&(v=!1)),x=C,w+=qt(b)}return d==l&&o[0]==0&&v?this.result(-100+(f?-200:0),o,e):p==l&&m==0?this.ret(-200-e.length+(g==e.length?0:-100),[0,g]):a>-1?this.ret(-700-e.length,[a,a+this.pattern.length]):p==l?this.ret(-900-e.length,[m,g]):d==l?this.result(-100+(f?-200:0)+-700+(v?0:-1100),o,e):t.length==2?null:this.result((s[0]?-700:0)+-200+-1100,s,e)}result(e,t,i){let s=[],r=0;for(let o of t){let a=o+(this.astral?qt(Tt(i,o)):1);r&&s[r-1]==o?s[r-1]=a:(s[r++]=o,s[r++]=a)}return this.ret(e-i.length,s)}},hu=class{constructor(e){this.pattern=e,this.matched=[],this.score=0,this.folded=e.toLowerCase()}match(e){if(e.length<this.pattern.length)return null;let t=e.slice(0,this.pattern.length),i=t==this.pattern?0:t.toLowerCase()==this.folded?-200:null;return i==null?null:(this.matched=[0,t.length],this.score=i+(e.length==this.pattern.length?0:-100),this)}},Ie=P.define({combine(n){return Xe(n,{activateOnTyping:!0,activateOnCompletion:()=>!1,activateOnTypingDelay:100,selectOnOpen:!0,override:null,closeOnBlur:!0,maxRenderedOptions:100,defaultKeymap:!0,tooltipClass:()=>"",optionClass:()=>"",aboveCursor:!1,icons:!0,addToOptions:[],positionInfo:G1,filterStrict:!1,compareCompletions:(e,t)=>(e.sortText||e.label).localeCompare(t.sortText||t.label),interactionDelay:75,updateSyncTime:100},{defaultKeymap:(e,t)=>e&&t,closeOnBlur:(e,t)=>e&&t,icons:(e,t)=>e&&t,tooltipClass:(e,t)=>i=>$g(e(i),t(i)),optionClass:(e,t)=>i=>$g(e(i),t(i)),addToOptions:(e,t)=>e.concat(t),filterStrict:(e,t)=>e||t})}});function $g(n,e){return n?e?n+" "+e:n:e}function G1(n,e,t,i,s,r){let o=n.textDirection==ie.RTL,a=o,l=!1,h="top",c,d,f=e.left-s.left,p=s.right-e.right,m=i.right-i.left,g=i.bottom-i.top;if(a&&f<Math.min(m,p)?a=!1:!a&&p<Math.min(m,f)&&(a=!0),m<=(a?f:p))c=Math.max(s.top,Math.min(t.top,s.bottom-g))-e.top,d=Math.min(400,a?f:p);else{l=!0,d=Math.min(400,(o?e.right:s.right-e.left)-30);let w=s.bottom-e.bottom;w>=g||w>e.top?c=t.bottom-e.top:(h="bottom",c=e.bottom-t.top)}let y=(e.bottom-e.top)/r.offsetHeight,v=(e.right-e.left)/r.offsetWidth;return{style:`${h}: ${c/y}px; max-width: ${d/v}px`,class:"cm-completionInfo-"+(l?o?"left-narrow":"right-narrow":a?"left":"right")}}var bu=q.define();function K1(n){let e=n.addToOptions.slice();return n.icons&&e.push({render(t){let i=document.createElement("div");return i.classList.add("cm-completionIcon"),t.type&&i.classList.add(...t.type.split(/\s+/g).map(s=>"cm-completionIcon-"+s)),i.setAttribute("aria-hidden","true"),i},position:20}),e.push({render(t,i,s,r){let o=document.createElement("span");o.className="cm-completionLabel";let a=t.displayLabel||t.label,l=0;for(let h=0;h<r.length;){let c=r[h++],d=r[h++];c>l&&o.appendChild(document.createTextNode(a.slice(l,c)));let f=o.appendChild(document.createElement("span"));f.appendChild(document.createTextNode(a.slice(c,d))),f.className="cm-completionMatchedText",l=d}return l<a.length&&o.appendChild(document.createTextNode(a.slice(l))),o},position:50},{render(t){if(!t.detail)return null;let i=document.createElement("span");return i.className="cm-completionDetail",i.textContent=t.detail,i},position:80}),e.sort((t,i)=>t.position-i.position).map(t=>t.render)}function ou(n,e,t){if(n<=t)return{from:0,to:n};if(e<0&&(e=0),e<=n>>1){let s=Math.floor(e/t);return{from:s*t,to:(s+1)*t}}let i=Math.ceil((n-e)/t);return{from:n-i*t,to:n-(i-1)*t}}var cu=class{constructor(e,t,i){this.view=e,this.stateField=t,this.applyCompletion=i,this.info=null,this.infoDestroy=null,this.placeInfoReq={read:()=>this.measureInfo(),write:l=>this.placeInfo(l),key:this},this.space=null,this.currentClass="";let s=e.state.field(t),{options:r,selected:o}=s.open,a=e.state.facet(Ie);this.optionContent=K1(a),this.optionClass=a.optionClass,this.tooltipClass=a.tooltipClass,this.range=ou(r.length,o,a.maxRenderedOptions),this.dom=document.createElement("div"),this.dom.className="cm-tooltip-autocomplete",this.updateTooltipClass(e.state),this.dom.addEventListener("mousedown",l=>{let{options:h}=e.state.field(t).open;for(let c=l.target,d;c&&c!=this.dom;c=c.parentNode)if(c.nodeName=="LI"&&(d=/-(\d+)$/.exec(c.id))&&+d[1]<h.length){this.applyCompletion(e,h[+d[1]]),l.preventDefault();return}if(l.target==this.list){let c=this.list.classList.contains("cm-completionListIncompleteTop")&&l.clientY<this.list.firstChild.getBoundingClientRect().top?this.range.from-1:this.list.classList.contains("cm-completionListIncompleteBottom")&&l.clientY>this.list.lastChild.getBoundingClientRect().bottom?this.range.to:null;c!=null&&(e.dispatch({effects:bu.of(c)}),l.preventDefault())}}),this.dom.addEventListener("focusout",l=>{let h=e.state.field(this.stateField,!1);h&&h.tooltip&&e.state.facet(Ie).closeOnBlur&&l.relatedTarget!=e.contentDOM&&e.dispatch({effects:Xs.of(null)})}),this.showOptions(r,s.id)}mount(){this.updateSel()}showOptions(e,t){this.list&&this.list.remove(),this.list=this.dom.appendChild(this.createListBox(e,t,this.range)),this.list.addEventListener("scroll",()=>{this.info&&this.view.requestMeasure(this.placeInfoReq)})}update(e){var t;let i=e.state.field(this.stateField),s=e.startState.field(this.stateField);if(this.updateTooltipClass(e.state),i!=s){let{options:r,selected:o,disabled:a}=i.open;(!s.open||s.open.options!=r)&&(this.range=ou(r.length,o,e.state.facet(Ie).maxRenderedOptions),this.showOptions(r,i.id)),this.updateSel(),a!=((t=s.open)===null||t===void 0?void 0:t.disabled)&&this.dom.classList.toggle("cm-tooltip-autocomplete-disabled",!!a)}}updateTooltipClass(e){let t=this.tooltipClass(e);if(t!=this.currentClass){for(let i of this.currentClass.split(" "))i&&this.dom.classList.remove(i);for(let i of t.split(" "))i&&this.dom.classList.add(i);this.currentClass=t}}positioned(e){this.space=e,this.info&&this.view.requestMeasure(this.placeInfoReq)}updateSel(){let e=this.view.state.field(this.stateField),t=e.open;(t.selected>-1&&t.selected<this.range.from||t.selected>=this.range.to)&&(this.range=ou(t.options.length,t.selected,this.view.state.facet(Ie).maxRenderedOptions),this.showOptions(t.options,e.id));let i=this.updateSelectedOption(t.selected);if(i){this.destroyInfo();let{completion:s}=t.options[t.selected],{info:r}=s;if(!r)return;let o=typeof r=="string"?document.createTextNode(r):r(s);if(!o)return;"then"in o?o.then(a=>{a&&this.view.state.field(this.stateField,!1)==e&&this.addInfoPane(a,s)}).catch(a=>qe(this.view.state,a,"completion info")):(this.addInfoPane(o,s),i.setAttribute("aria-describedby",this.info.id))}}addInfoPane(e,t){this.destroyInfo();let i=this.info=document.createElement("div");if(i.className="cm-tooltip cm-completionInfo",i.id="cm-completionInfo-"+Math.floor(Math.random()*65535).toString(16),e.nodeType!=null)i.appendChild(e),this.infoDestroy=null;else{let{dom:s,destroy:r}=e;i.appendChild(s),this.infoDestroy=r||null}this.dom.appendChild(i),this.view.requestMeasure(this.placeInfoReq)}updateSelectedOption(e){let t=null;for(let i=this.list.firstChild,s=this.range.from;i;i=i.nextSibling,s++)i.nodeName!="LI"||!i.id?s--:s==e?i.hasAttribute("aria-selected")||(i.setAttribute("aria-selected","true"),t=i):i.hasAttribute("aria-selected")&&(i.removeAttribute("aria-selected"),i.removeAttribute("aria-describedby"));return t&&J1(this.list,t),t}measureInfo(){let e=this.dom.querySelector("[aria-selected]");if(!e||!this.info)return null;let t=this.dom.getBoundingClientRect(),i=this.info.getBoundingClientRect(),s=e.getBoundingClientRect(),r=this.space;if(!r){let o=this.dom.ownerDocument.documentElement;r={left:0,top:0,right:o.clientWidth,bottom:o.clientHeight}}return s.top>Math.min(r.bottom,t.bottom)-10||s.bottom<Math.max(r.top,t.top)+10?null:this.view.state.facet(Ie).positionInfo(this.view,t,s,i,r,this.dom)}placeInfo(e){this.info&&(e?(e.style&&(this.info.style.cssText=e.style),this.info.className="cm-tooltip cm-completionInfo "+(e.class||"")):this.info.style.cssText="top: -1e6px")}createListBox(e,t,i){let s=document.createElement("ul");s.id=t,s.setAttribute("role","listbox"),s.setAttribute("aria-expanded","true"),s.setAttribute("aria-label",this.view.state.phrase("Completions")),s.addEventListener("mousedown",o=>{o.target==s&&o.preventDefault()});let r=null;for(let o=i.from;o<i.to;o++){let{completion:a,match:l}=e[o],{section:h}=a;if(h){let f=typeof h=="string"?h:h.name;if(f!=r&&(o>i.from||i.from==0))if(r=f,typeof h!="string"&&h.header)s.appendChild(h.header(h));else{let p=s.appendChild(document.createElement("completion-section"));p.textContent=f}}let c=s.appendChild(document.createElement("li"));c.id=t+"-"+o,c.setAttribute("role","option");let d=this.optionClass(a);d&&(c.className=d);for(let f of this.optionContent){let p=f(a,this.view.state,this.view,l);p&&c.appendChild(p)}}return i.from&&s.classList.add("cm-completionListIncompleteTop"),i.to<e.length&&s.classList.add("cm-completionListIncompleteBottom"),s}destroyInfo(){this.info&&(this.infoDestroy&&this.infoDestroy(),this.info.remove(),this.info=null)}destroy(){this.destroyInfo()}};function Y1(n,e){return t=>new cu(t,n,e)}function J1(n,e){let t=n.getBoundingClientRect(),i=e.getBoundingClientRect(),s=t.height/n.offsetHeight;i.top<t.top?n.scrollTop-=(t.top-i.top)/s:i.bottom>t.bottom&&(n.scrollTop+=(i.bottom-t.bottom)/s)}function Hg(n){return(n.boost||0)*100+(n.apply?10:0)+(n.info?5:0)+(n.type?1:0)}function X1(n,e){let t=[],i=null,s=null,r=c=>{t.push(c);let{section:d}=c.completion;if(d){i||(i=[]);let f=typeof d=="string"?d:d.name;i.some(p=>p.name==f)||i.push(typeof d=="string"?{name:f}:d)}},o=e.facet(Ie);for(let c of n)if(c.hasResult()){let d=c.result.getMatch;if(c.result.filter===!1)for(let f of c.result.options)r(new na(f,c.source,d?d(f):[],1e9-t.length));else{let f=e.sliceDoc(c.from,c.to),p,m=o.filterStrict?new hu(f):new lu(f);for(let g of c.result.options)if(p=m.match(g.label)){let y=g.displayLabel?d?d(g,p.matched):[]:p.matched,v=p.score+(g.boost||0);if(r(new na(g,c.source,y,v)),typeof g.section=="object"&&g.section.rank==="dynamic"){let{name:w}=g.section;s||(s=Object.create(null)),s[w]=Math.max(v,s[w]||-1e9)}}}}if(i){let c=Object.create(null),d=0,f=(p,m)=>(p.rank==="dynamic"&&m.rank==="dynamic"?s[m.name]-s[p.name]:0)||(typeof p.rank=="number"?p.rank:1e9)-(typeof m.rank=="number"?m.rank:1e9)||(p.name<m.name?-1:1);for(let p of i.sort(f))d-=1e5,c[p.name]=d;for(let p of t){let{section:m}=p.completion;m&&(p.score+=c[typeof m=="string"?m:m.name])}}let a=[],l=null,h=o.compareCompletions;for(let c of t.sort((d,f)=>f.score-d.score||h(d.completion,f.completion))){let d=c.completion;!l||l.label!=d.label||l.detail!=d.detail||l.type!=null&&d.type!=null&&l.type!=d.type||l.apply!=d.apply||l.boost!=d.boost?a.push(c):Hg(c.completion)>Hg(l)&&(a[a.length-1]=c),l=c.completion}return a}var uu=class n{constructor(e,t,i,s,r,o){this.options=e,this.attrs=t,this.tooltip=i,this.timestamp=s,this.selected=r,this.disabled=o}setSelected(e,t){return e==this.selected||e>=this.options.length?this:new n(this.options,Wg(t,e),this.tooltip,this.timestamp,e,this.disabled)}static build(e,t,i,s,r,o){if(s&&!o&&e.some(h=>h.isPending))return s.setDisabled();let a=X1(e,t);if(!a.length)return s&&e.some(h=>h.isPending)?s.setDisabled():null;let l=t.facet(Ie).selectOnOpen?0:-1;if(s&&s.selected!=l&&s.selected!=-1){let h=s.options[s.selected].completion;for(let c=0;c<a.length;c++)if(a[c].completion==h){l=c;break}}return new n(a,Wg(i,l),{pos:e.reduce((h,c)=>c.hasResult()?Math.min(h,c.from):h,1e8),create:iS,above:r.aboveCursor},s?s.timestamp:Date.now(),l,!1)}map(e){return new n(this.options,this.attrs,{...this.tooltip,pos:e.mapPos(this.tooltip.pos)},this.timestamp,this.selected,this.disabled)}setDisabled(){return new n(this.options,this.attrs,this.tooltip,this.timestamp,this.selected,!0)}},du=class n{constructor(e,t,i){this.active=e,this.id=t,this.open=i}static start(){return new n(tS,"cm-ac-"+Math.floor(Math.random()*2e6).toString(36),null)}update(e){let{state:t}=e,i=t.facet(Ie),r=(i.override||t.languageDataAt("autocomplete",oi(t)).map(j1)).map(l=>(this.active.find(c=>c.source==l)||new un(l,this.active.some(c=>c.state!=0)?1:0)).update(e,i));r.length==this.active.length&&r.every((l,h)=>l==this.active[h])&&(r=this.active);let o=this.open,a=e.effects.some(l=>l.is(wu));o&&e.docChanged&&(o=o.map(e.changes)),e.selection||r.some(l=>l.hasResult()&&e.changes.touchesRange(l.from,l.to))||!Z1(r,this.active)||a?o=uu.build(r,t,this.id,o,i,a):o&&o.disabled&&!r.some(l=>l.isPending)&&(o=null),!o&&r.every(l=>!l.isPending)&&r.some(l=>l.hasResult())&&(r=r.map(l=>l.hasResult()?new un(l.source,0):l));for(let l of e.effects)l.is(bu)&&(o=o&&o.setSelected(l.value,this.id));return r==this.active&&o==this.open?this:new n(r,this.id,o)}get tooltip(){return this.open?this.open.tooltip:null}get attrs(){return this.open?this.open.attrs:this.active.length?Q1:eS}};function Z1(n,e){if(n==e)return!0;for(let t=0,i=0;;){for(;t<n.length&&!n[t].hasResult();)t++;for(;i<e.length&&!e[i].hasResult();)i++;let s=t==n.length,r=i==e.length;if(s||r)return s==r;if(n[t++].result!=e[i++].result)return!1}}var Q1={"aria-autocomplete":"list"},eS={};function Wg(n,e){let t={"aria-autocomplete":"list","aria-haspopup":"listbox","aria-controls":n};return e>-1&&(t["aria-activedescendant"]=n+"-"+e),t}var tS=[];function Ug(n,e){if(n.isUserEvent("input.complete")){let i=n.annotation(yu);if(i&&e.activateOnCompletion(i))return 12}let t=n.isUserEvent("input.type");return t&&e.activateOnTyping?5:t?1:n.isUserEvent("delete.backward")?2:n.selection?8:n.docChanged?16:0}var un=class n{constructor(e,t,i=!1){this.source=e,this.state=t,this.explicit=i}hasResult(){return!1}get isPending(){return this.state==1}update(e,t){let i=Ug(e,t),s=this;(i&8||i&16&&this.touches(e))&&(s=new n(s.source,0)),i&4&&s.state==0&&(s=new n(this.source,1)),s=s.updateFor(e,i);for(let r of e.effects)if(r.is(ia))s=new n(s.source,1,r.value);else if(r.is(Xs))s=new n(s.source,0);else if(r.is(wu))for(let o of r.value)o.source==s.source&&(s=o);return s}updateFor(e,t){return this.map(e.changes)}map(e){return this}touches(e){return e.changes.touchesRange(oi(e.state))}},sa=class n extends un{constructor(e,t,i,s,r,o){super(e,3,t),this.limit=i,this.result=s,this.from=r,this.to=o}hasResult(){return!0}updateFor(e,t){var i;if(!(t&3))return this.map(e.changes);let s=this.result;s.map&&!e.changes.empty&&(s=s.map(s,e.changes));let r=e.changes.mapPos(this.from),o=e.changes.mapPos(this.to,1),a=oi(e.state);if(a>o||!s||t&2&&(oi(e.startState)==this.from||a<this.limit))return new un(this.source,t&4?1:0);let l=e.changes.mapPos(this.limit);return nS(s.validFor,e.state,r,o)?new n(this.source,this.explicit,l,s,r,o):s.update&&(s=s.update(s,r,o,new ta(e.state,a,!1)))?new n(this.source,this.explicit,l,s,s.from,(i=s.to)!==null&&i!==void 0?i:oi(e.state)):new un(this.source,1,this.explicit)}map(e){if(e.empty)return this;let t=this.result.map?this.result.map(this.result,e):this.result;return t?new n(this.source,this.explicit,e.mapPos(this.limit),t,e.mapPos(this.from),e.mapPos(this.to,1)):new un(this.source,0)}touches(e){return e.changes.touchesRange(this.from,this.to)}};function nS(n,e,t,i){if(!n)return!1;let s=e.sliceDoc(t,i);return typeof n=="function"?n(s,t,i,e):Vg(n,!0).test(s)}var wu=q.define({map(n,e){return n.map(t=>t.map(e))}}),st=Z.define({create(){return du.start()},update(n,e){return n.update(e)},provide:n=>[qi.from(n,e=>e.tooltip),E.contentAttributes.from(n,e=>e.attrs)]});function ku(n,e){let t=e.completion.apply||e.completion.label,i=n.state.field(st).active.find(s=>s.source==e.source);return i instanceof sa?(typeof t=="string"?n.dispatch({...vu(n.state,t,i.from,i.to),annotations:yu.of(e.completion)}):t(n,e.completion,i.from,i.to),!0):!1}var iS=Y1(st,ku);function ea(n,e="option"){return t=>{let i=t.state.field(st,!1);if(!i||!i.open||i.open.disabled||Date.now()-i.open.timestamp<t.state.facet(Ie).interactionDelay)return!1;let s=1,r;e=="page"&&(r=mc(t,i.open.tooltip))&&(s=Math.max(2,Math.floor(r.dom.offsetHeight/r.dom.querySelector("li").offsetHeight)-1));let{length:o}=i.open.options,a=i.open.selected>-1?i.open.selected+s*(n?1:-1):n?0:o-1;return a<0?a=e=="page"?0:o-1:a>=o&&(a=e=="page"?o-1:0),t.dispatch({effects:bu.of(a)}),!0}}var sS=n=>{let e=n.state.field(st,!1);return n.state.readOnly||!e||!e.open||e.open.selected<0||e.open.disabled||Date.now()-e.open.timestamp<n.state.facet(Ie).interactionDelay?!1:ku(n,e.open.options[e.open.selected])},au=n=>n.state.field(st,!1)?(n.dispatch({effects:ia.of(!0)}),!0):!1,xu=n=>{let e=n.state.field(st,!1);return!e||!e.active.some(t=>t.state!=0)?!1:(n.dispatch({effects:Xs.of(null)}),!0)},fu=class{constructor(e,t){this.active=e,this.context=t,this.time=Date.now(),this.updates=[],this.done=void 0}},rS=50,oS=1e3,aS=me.fromClass(class{constructor(n){this.view=n,this.debounceUpdate=-1,this.running=[],this.debounceAccept=-1,this.pendingStart=!1,this.composing=0;for(let e of n.state.field(st).active)e.isPending&&this.startQuery(e)}update(n){let e=n.state.field(st),t=n.state.facet(Ie);if(!n.selectionSet&&!n.docChanged&&n.startState.field(st)==e)return;let i=n.transactions.some(r=>{let o=Ug(r,t);return o&8||(r.selection||r.docChanged)&&!(o&3)});for(let r=0;r<this.running.length;r++){let o=this.running[r];if(i||o.context.abortOnDocChange&&n.docChanged||o.updates.length+n.transactions.length>rS&&Date.now()-o.time>oS){for(let a of o.context.abortListeners)try{a()}catch(l){qe(this.view.state,l)}o.context.abortListeners=null,this.running.splice(r--,1)}else o.updates.push(...n.transactions)}this.debounceUpdate>-1&&clearTimeout(this.debounceUpdate),n.transactions.some(r=>r.effects.some(o=>o.is(ia)))&&(this.pendingStart=!0);let s=this.pendingStart?50:t.activateOnTypingDelay;if(this.debounceUpdate=e.active.some(r=>r.isPending&&!this.running.some(o=>o.active.source==r.source))?setTimeout(()=>this.startUpdate(),s):-1,this.composing!=0)for(let r of n.transactions)r.isUserEvent("input.type")?this.composing=2:this.composing==2&&r.selection&&(this.composing=3)}startUpdate(){this.debounceUpdate=-1,this.pendingStart=!1;let{state:n}=this.view,e=n.field(st);for(let t of e.active)t.isPending&&!this.running.some(i=>i.active.source==t.source)&&this.startQuery(t);this.running.length&&e.open&&e.open.disabled&&(this.debounceAccept=setTimeout(()=>this.accept(),this.view.state.facet(Ie).updateSyncTime))}startQuery(n){let{state:e}=this.view,t=oi(e),i=new ta(e,t,n.explicit,this.view),s=new fu(n,i);this.running.push(s),Promise.resolve(n.source(i)).then(r=>{s.context.aborted||(s.done=r||null,this.scheduleAccept())},r=>{this.view.dispatch({effects:Xs.of(null)}),qe(this.view.state,r)})}scheduleAccept(){this.running.every(n=>n.done!==void 0)?this.accept():this.debounceAccept<0&&(this.debounceAccept=setTimeout(()=>this.accept(),this.view.state.facet(Ie).updateSyncTime))}accept(){var n;this.debounceAccept>-1&&clearTimeout(this.debounceAccept),this.debounceAccept=-1;let e=[],t=this.view.state.facet(Ie),i=this.view.state.field(st);for(let s=0;s<this.running.length;s++){let r=this.running[s];if(r.done===void 0)continue;if(this.running.splice(s--,1),r.done){let a=oi(r.updates.length?r.updates[0].startState:this.view.state),l=Math.min(a,r.done.from+(r.active.explicit?0:1)),h=new sa(r.active.source,r.active.explicit,l,r.done,r.done.from,(n=r.done.to)!==null&&n!==void 0?n:a);for(let c of r.updates)h=h.update(c,t);if(h.hasResult()){e.push(h);continue}}let o=i.active.find(a=>a.source==r.active.source);if(o&&o.isPending)if(r.done==null){let a=new un(r.active.source,0);for(let l of r.updates)a=a.update(l,t);a.isPending||e.push(a)}else this.startQuery(o)}(e.length||i.open&&i.open.disabled)&&this.view.dispatch({effects:wu.of(e)})}},{eventHandlers:{blur(n){let e=this.view.state.field(st,!1);if(e&&e.tooltip&&this.view.state.facet(Ie).closeOnBlur){let t=e.open&&mc(this.view,e.open.tooltip);(!t||!t.dom.contains(n.relatedTarget))&&setTimeout(()=>this.view.dispatch({effects:Xs.of(null)}),10)}},compositionstart(){this.composing=1},compositionend(){this.composing==3&&setTimeout(()=>this.view.dispatch({effects:ia.of(!1)}),20),this.composing=0}}}),lS=typeof navigator=="object"&&/Win/.test(navigator.platform),hS=at.highest(E.domEventHandlers({keydown(n,e){let t=e.state.field(st,!1);if(!t||!t.open||t.open.disabled||t.open.selected<0||!n.key||n.key.length>1||n.ctrlKey&&!(lS&&n.altKey)||n.metaKey)return!1;let i=t.open.options[t.open.selected],s=t.active.find(o=>o.source==i.source),r=i.completion.commitCharacters||s.result.commitCharacters;return r&&r.indexOf(n.key)>-1&&ku(e,i),!1}})),jg=E.baseTheme({".cm-tooltip.cm-tooltip-autocomplete":{"& > ul":{fontFamily:"monospace",whiteSpace:"nowrap",overflow:"hidden auto",maxWidth_fallback:"700px",maxWidth:"min(700px, 95vw)",minWidth:"250px",maxHeight:"10em",height:"100%",listStyle:"none",margin:0,padding:0,"& > li, & > completion-section":{padding:"1px 3px",lineHeight:1.2},"& > li":{overflowX:"hidden",textOverflow:"ellipsis",cursor:"pointer"},"& > completion-section":{display:"list-item",borderBottom:"1px solid silver",paddingLeft:"0.5em",opacity:.7}}},"&light .cm-tooltip-autocomplete ul li[aria-selected]":{background:"#17c",color:"white"},"&light .cm-tooltip-autocomplete-disabled ul li[aria-selected]":{background:"#777"},"&dark .cm-tooltip-autocomplete ul li[aria-selected]":{background:"#347",color:"white"},"&dark .cm-tooltip-autocomplete-disabled ul li[aria-selected]":{background:"#444"},".cm-completionListIncompleteTop:before, .cm-completionListIncompleteBottom:after":{content:'"···"',opacity:.5,display:"block",textAlign:"center",cursor:"pointer"},".cm-tooltip.cm-completionInfo":{position:"absolute",padding:"3px 9px",width:"max-content",maxWidth:"400px",boxSizing:"border-box",whiteSpace:"pre-line"},".cm-completionInfo.cm-completionInfo-left":{right:"100%"},".cm-completionInfo.cm-completionInfo-right":{left:"100%"},".cm-completionInfo.cm-completionInfo-left-narrow":{right:"30px"},".cm-completionInfo.cm-completionInfo-right-narrow":{left:"30px"},"&light .cm-snippetField":{backgroundColor:"#00000022"},"&dark .cm-snippetField":{backgroundColor:"#ffffff22"},".cm-snippetFieldPosition":{verticalAlign:"text-top",width:0,height:"1.15em",display:"inline-block",margin:"0 -0.7px -.7em",borderLeft:"1.4px dotted #888"},".cm-completionMatchedText":{textDecoration:"underline"},".cm-completionDetail":{marginLeft:"0.5em",fontStyle:"italic"},".cm-completionIcon":{fontSize:"90%",width:".8em",display:"inline-block",textAlign:"center",paddingRight:".6em",opacity:"0.6",boxSizing:"content-box"},".cm-completionIcon-function, .cm-completionIcon-method":{"&:after":{content:"'ƒ'"}},".cm-completionIcon-class":{"&:after":{content:"'○'"}},".cm-completionIcon-interface":{"&:after":{content:"'◌'"}},".cm-completionIcon-variable":{"&:after":{content:"'𝑥'"}},".cm-completionIcon-constant":{"&:after":{content:"'𝐶'"}},".cm-completionIcon-type":{"&:after":{content:"'𝑡'"}},".cm-completionIcon-enum":{"&:after":{content:"'∪'"}},".cm-completionIcon-property":{"&:after":{content:"'□'"}},".cm-completionIcon-keyword":{"&:after":{content:"'🔑︎'"}},".cm-completionIcon-namespace":{"&:after":{content:"'▢'"}},".cm-completionIcon-text":{"&:after":{content:"'abc'",fontSize:"50%",verticalAlign:"middle"}}}),pu=class{constructor(e,t,i,s){this.field=e,this.line=t,this.from=i,this.to=s}},mu=class n{constructor(e,t,i){this.field=e,this.from=t,this.to=i}map(e){let t=e.mapPos(this.from,-1,Ae.TrackDel),i=e.mapPos(this.to,1,Ae.TrackDel);return t==null||i==null?null:new n(this.field,t,i)}},gu=class n{constructor(e,t){this.lines=e,this.fieldPositions=t}instantiate(e,t){let i=[],s=[t],r=e.doc.lineAt(t),o=/^\s*/.exec(r.text)[0];for(let l of this.lines){if(i.length){let h=o,c=/^\t*/.exec(l)[0].length;for(let d=0;d<c;d++)h+=e.facet(jt);s.push(t+h.length-c),l=h+l.slice(c)}i.push(l),t+=l.length+1}let a=this.fieldPositions.map(l=>new mu(l.field,s[l.line]+l.from,s[l.line]+l.to));return{text:i,ranges:a}}static parse(e){let t=[],i=[],s=[],r;for(let o of e.split(/\r\n?|\n/)){for(;r=/[#$]\{(?:(\d+)(?::([^{}]*))?|((?:\\[{}]|[^{}])*))\}/.exec(o);){let a=r[1]?+r[1]:null,l=r[2]||r[3]||"",h=-1;a===0&&(a=1e9);let c=l.replace(/\\[{}]/g,d=>d[1]);for(let d=0;d<t.length;d++)(a!=null?t[d].seq==a:c&&t[d].name==c)&&(h=d);if(h<0){let d=0;for(;d<t.length&&(a==null||t[d].seq!=null&&t[d].seq<a);)d++;t.splice(d,0,{seq:a,name:c}),h=d;for(let f of s)f.field>=h&&f.field++}for(let d of s)if(d.line==i.length&&d.from>r.index){let f=r[2]?3+(r[1]||"").length:2;d.from-=f,d.to-=f}s.push(new pu(h,i.length,r.index,r.index+c.length)),o=o.slice(0,r.index)+l+o.slice(r.index+r[0].length)}o=o.replace(/\\([{}])/g,(a,l,h)=>{for(let c of s)c.line==i.length&&c.from>h&&(c.from--,c.to--);return l}),i.push(o)}return new n(i,s)}},cS=I.widget({widget:new class extends $e{toDOM(){let n=document.createElement("span");return n.className="cm-snippetFieldPosition",n}ignoreEvent(){return!1}}}),uS=I.mark({class:"cm-snippetField"}),zi=class n{constructor(e,t){this.ranges=e,this.active=t,this.deco=I.set(e.map(i=>(i.from==i.to?cS:uS).range(i.from,i.to)),!0)}map(e){let t=[];for(let i of this.ranges){let s=i.map(e);if(!s)return null;t.push(s)}return new n(t,this.active)}selectionInsideField(e){return e.ranges.every(t=>this.ranges.some(i=>i.field==this.active&&i.from<=t.from&&i.to>=t.to))}},Qs=q.define({map(n,e){return n&&n.map(e)}}),dS=q.define(),Zs=Z.define({create(){return null},update(n,e){for(let t of e.effects){if(t.is(Qs))return t.value;if(t.is(dS)&&n)return new zi(n.ranges,t.value)}return n&&e.docChanged&&(n=n.map(e.changes)),n&&e.selection&&!n.selectionInsideField(e.selection)&&(n=null),n},provide:n=>E.decorations.from(n,e=>e?e.deco:I.none)});function Su(n,e){return A.create(n.filter(t=>t.field==e).map(t=>A.range(t.from,t.to)))}function Gg(n){let e=gu.parse(n);return(t,i,s,r)=>{let{text:o,ranges:a}=e.instantiate(t.state,s),{main:l}=t.state.selection,h={changes:{from:s,to:r==l.from?l.to:r,insert:j.of(o)},scrollIntoView:!0,annotations:i?[yu.of(i),xe.userEvent.of("input.complete")]:void 0};if(a.length&&(h.selection=Su(a,0)),a.some(c=>c.field>0)){let c=new zi(a,0),d=h.effects=[Qs.of(c)];t.state.field(Zs,!1)===void 0&&d.push(q.appendConfig.of([Zs,yS,vS,jg]))}t.dispatch(t.state.update(h))}}function Kg(n){return({state:e,dispatch:t})=>{let i=e.field(Zs,!1);if(!i||n<0&&i.active==0)return!1;let s=i.active+n,r=n>0&&!i.ranges.some(o=>o.field==s+n);return t(e.update({selection:Su(i.ranges,s),effects:Qs.of(r?null:new zi(i.ranges,s)),scrollIntoView:!0})),!0}}var fS=({state:n,dispatch:e})=>n.field(Zs,!1)?(e(n.update({effects:Qs.of(null)})),!0):!1,pS=Kg(1),mS=Kg(-1);var gS=[{key:"Tab",run:pS,shift:mS},{key:"Escape",run:fS}],zg=P.define({combine(n){return n.length?n[0]:gS}}),yS=at.highest(ln.compute([zg],n=>n.facet(zg)));var vS=E.domEventHandlers({mousedown(n,e){let t=e.state.field(Zs,!1),i;if(!t||(i=e.posAtCoords({x:n.clientX,y:n.clientY}))==null)return!1;let s=t.ranges.find(r=>r.from<=i&&r.to>=i);return!s||s.field==t.active?!1:(e.dispatch({selection:Su(t.ranges,s.field),effects:Qs.of(t.ranges.some(r=>r.field>s.field)?new zi(t.ranges,s.field):null),scrollIntoView:!0}),!0)}});var Yg=new class extends yt{};Yg.startSide=1;Yg.endSide=-1;var v3=typeof navigator=="object"&&/Android\b/.test(navigator.userAgent);function er(n={}){return[hS,st,Ie.of(n),aS,bS,jg]}var Cu=[{key:"Ctrl-Space",run:au},{mac:"Alt-`",run:au},{mac:"Alt-i",run:au},{key:"Escape",run:xu},{key:"ArrowDown",run:ea(!0)},{key:"ArrowUp",run:ea(!1)},{key:"PageDown",run:ea(!0,"page")},{key:"PageUp",run:ea(!1,"page")},{key:"Enter",run:sS}],bS=at.highest(ln.computeN([Ie],n=>n.facet(Ie).defaultKeymap?[Cu]:[]));var oa=class{constructor(e,t,i){this.from=e,this.to=t,this.diagnostic=i}},ai=class n{constructor(e,t,i){this.diagnostics=e,this.panel=t,this.selected=i}static init(e,t,i){let s=i.facet(tr).markerFilter;s&&(e=s(e,i));let r=e.slice().sort((p,m)=>p.from-m.from||p.to-m.to),o=new Je,a=[],l=0,h=i.doc.iter(),c=0,d=i.doc.length;for(let p=0;;){let m=p==r.length?null:r[p];if(!m&&!a.length)break;let g,y;if(a.length)g=l,y=a.reduce((k,x)=>Math.min(k,x.to),m&&m.from>g?m.from:1e8);else{if(g=m.from,g>d)break;y=m.to,a.push(m),p++}for(;p<r.length;){let k=r[p];if(k.from==g&&(k.to>k.from||k.to==g))a.push(k),p++,y=Math.min(k.to,y);else{y=Math.min(k.from,y);break}}y=Math.min(y,d);let v=!1;if(a.some(k=>k.from==g&&(k.to==y||y==d))&&(v=g==y,!v&&y-g<10)){let k=g-(c+h.value.length);k>0&&(h.next(k),c=g);for(let x=g;;){if(x>=y){v=!0;break}if(!h.lineBreak&&c+h.value.length>x)break;x=c+h.value.length,c+=h.value.length,h.next()}}let w=DS(a);if(v)o.add(g,g,I.widget({widget:new Au(w),diagnostics:a.slice()}));else{let k=a.reduce((x,b)=>b.markClass?x+" "+b.markClass:x,"");o.add(g,y,I.mark({class:"cm-lintRange cm-lintRange-"+w+k,diagnostics:a.slice(),inclusiveEnd:a.some(x=>x.to>y)}))}if(l=y,l==d)break;for(let k=0;k<a.length;k++)a[k].to<=l&&a.splice(k--,1)}let f=o.finish();return new n(f,t,En(f))}};function En(n,e=null,t=0){let i=null;return n.between(t,1e9,(s,r,{spec:o})=>{if(!(e&&o.diagnostics.indexOf(e)<0))if(!i)i=new oa(s,r,e||o.diagnostics[0]);else{if(o.diagnostics.indexOf(i.diagnostic)<0)return!1;i=new oa(i.from,r,i.diagnostic)}}),i}function wS(n,e){let t=e.pos,i=e.end||t,s=n.state.facet(tr).hideOn(n,t,i);if(s!=null)return s;let r=n.startState.doc.lineAt(e.pos);return!!(n.effects.some(o=>o.is(Tu))||n.changes.touchesRange(r.from,Math.max(r.to,i)))}function Zg(n,e){return n.field(ut,!1)?e:e.concat(q.appendConfig.of(PS))}function Qg(n,e){return{effects:Zg(n,[Tu.of(e)])}}var Tu=q.define(),Mu=q.define(),ey=q.define(),ut=Z.define({create(){return new ai(I.none,null,null)},update(n,e){if(e.docChanged&&n.diagnostics.size){let t=n.diagnostics.map(e.changes),i=null,s=n.panel;if(n.selected){let r=e.changes.mapPos(n.selected.from,1);i=En(t,n.selected.diagnostic,r)||En(t,null,r)}!t.size&&s&&e.state.facet(tr).autoPanel&&(s=null),n=new ai(t,s,i)}for(let t of e.effects)if(t.is(Tu)){let i=e.state.facet(tr).autoPanel?t.value.length?nr.open:null:n.panel;n=ai.init(t.value,i,e.state)}else t.is(Mu)?n=new ai(n.diagnostics,t.value?nr.open:null,n.selected):t.is(ey)&&(n=new ai(n.diagnostics,n.panel,t.value));return n},provide:n=>[an.from(n,e=>e.panel),E.decorations.from(n,e=>e.diagnostics)]});var kS=I.mark({class:"cm-lintRange cm-lintRange-active"});function xS(n,e,t){let{diagnostics:i}=n.state.field(ut),s,r=-1,o=-1;i.between(e-(t<0?1:0),e+(t>0?1:0),(l,h,{spec:c})=>{if(e>=l&&e<=h&&(l==h||(e>l||t>0)&&(e<h||t<0)))return s=c.diagnostics,r=l,o=h,!1});let a=n.state.facet(tr).tooltipFilter;return s&&a&&(s=a(s,n.state)),s?{pos:r,end:o,above:!0,create(){return{dom:SS(n,s)}}}:null}function SS(n,e){return ne("ul",{class:"cm-tooltip-lint"},e.map(t=>iy(n,t,!1)))}var CS=n=>{let e=n.state.field(ut,!1);(!e||!e.panel)&&n.dispatch({effects:Zg(n.state,[Mu.of(!0)])});let t=Ni(n,nr.open);return t&&t.dom.querySelector(".cm-panel-lint ul").focus(),!0},Jg=n=>{let e=n.state.field(ut,!1);return!e||!e.panel?!1:(n.dispatch({effects:Mu.of(!1)}),!0)},AS=n=>{let e=n.state.field(ut,!1);if(!e)return!1;let t=n.state.selection.main,i=En(e.diagnostics,null,t.to+1);return!i&&(i=En(e.diagnostics,null,0),!i||i.from==t.from&&i.to==t.to)?!1:(n.dispatch({selection:{anchor:i.from,head:i.to},scrollIntoView:!0}),Pm(n,i.from,1,{tooltip:sy,until:s=>s.docChanged||s.newSelection.main.head<i.from||s.newSelection.main.head>i.to}),!0)};var ty=[{key:"Mod-Shift-m",run:CS,preventDefault:!0},{key:"F8",run:AS}];var tr=P.define({combine(n){return{sources:n.map(e=>e.source).filter(e=>e!=null),...Xe(n.map(e=>e.config),{delay:750,markerFilter:null,tooltipFilter:null,needsRefresh:null,hideOn:()=>null},{delay:Math.max,markerFilter:Xg,tooltipFilter:Xg,needsRefresh:(e,t)=>e?t?i=>e(i)||t(i):e:t,hideOn:(e,t)=>e?t?(i,s,r)=>e(i,s,r)||t(i,s,r):e:t,autoPanel:(e,t)=>e||t})}}});function Xg(n,e){return n?e?(t,i)=>e(n(t,i),i):n:e}function ny(n){let e=[];if(n)e:for(let{name:t}of n){for(let i=0;i<t.length;i++){let s=t[i];if(/[a-zA-Z]/.test(s)&&!e.some(r=>r.toLowerCase()==s.toLowerCase())){e.push(s);continue e}}e.push("")}return e}function iy(n,e,t){var i;let s=t?ny(e.actions):[];return ne("li",{class:"cm-diagnostic cm-diagnostic-"+e.severity},ne("span",{class:"cm-diagnosticText"},e.renderMessage?e.renderMessage(n):e.message),(i=e.actions)===null||i===void 0?void 0:i.map((r,o)=>{let a=0,l=p=>{if(p.preventDefault(),a>Date.now()-100)return;let m=En(n.state.field(ut).diagnostics,e);m&&r.apply(n,m.from,m.to),a=Date.now()},{name:h}=r,c=s[o]?h.indexOf(s[o]):-1,d=c<0?h:[h.slice(0,c),ne("u",h.slice(c,c+1)),h.slice(c+1)],f=r.markClass?" "+r.markClass:"";return ne("button",{type:"button",class:"cm-diagnosticAction"+f,onclick:l,onmousedown:l,"aria-label":` Action: ${h}${c<0?"":` (access key "${s[o]})"`}.`},d)}),e.source&&ne("div",{class:"cm-diagnosticSource"},e.source))}var Au=class extends $e{constructor(e){super(),this.sev=e}eq(e){return e.sev==this.sev}toDOM(){return ne("span",{class:"cm-lintPoint cm-lintPoint-"+this.sev})}},aa=class{constructor(e,t){this.diagnostic=t,this.id="item_"+Math.floor(Math.random()*4294967295).toString(16),this.dom=iy(e,t,!0),this.dom.id=this.id,this.dom.setAttribute("role","option")}},nr=class n{constructor(e){this.view=e,this.items=[];let t=s=>{if(!(s.ctrlKey||s.altKey||s.metaKey)){if(s.keyCode==27)Jg(this.view),this.view.focus();else if(s.keyCode==38||s.keyCode==33)this.moveSelection((this.selectedIndex-1+this.items.length)%this.items.length);else if(s.keyCode==40||s.keyCode==34)this.moveSelection((this.selectedIndex+1)%this.items.length);else if(s.keyCode==36)this.moveSelection(0);else if(s.keyCode==35)this.moveSelection(this.items.length-1);else if(s.keyCode==13)this.view.focus();else if(s.keyCode>=65&&s.keyCode<=90&&this.selectedIndex>=0){let{diagnostic:r}=this.items[this.selectedIndex],o=ny(r.actions);for(let a=0;a<o.length;a++)if(o[a].toUpperCase().charCodeAt(0)==s.keyCode){let l=En(this.view.state.field(ut).diagnostics,r);l&&r.actions[a].apply(e,l.from,l.to)}}else return;s.preventDefault()}},i=s=>{for(let r=0;r<this.items.length;r++)this.items[r].dom.contains(s.target)&&this.moveSelection(r)};this.list=ne("ul",{tabIndex:0,role:"listbox","aria-label":this.view.state.phrase("Diagnostics"),onkeydown:t,onclick:i}),this.dom=ne("div",{class:"cm-panel-lint"},this.list,ne("button",{type:"button",name:"close","aria-label":this.view.state.phrase("close"),onclick:()=>Jg(this.view)},"×")),this.update()}get selectedIndex(){let e=this.view.state.field(ut).selected;if(!e)return-1;for(let t=0;t<this.items.length;t++)if(this.items[t].diagnostic==e.diagnostic)return t;return-1}update(){let{diagnostics:e,selected:t}=this.view.state.field(ut),i=0,s=!1,r=null,o=new Set;for(e.between(0,this.view.state.doc.length,(a,l,{spec:h})=>{for(let c of h.diagnostics){if(o.has(c))continue;o.add(c);let d=-1,f;for(let p=i;p<this.items.length;p++)if(this.items[p].diagnostic==c){d=p;break}d<0?(f=new aa(this.view,c),this.items.splice(i,0,f),s=!0):(f=this.items[d],d>i&&(this.items.splice(i,d-i),s=!0)),t&&f.diagnostic==t.diagnostic?f.dom.hasAttribute("aria-selected")||(f.dom.setAttribute("aria-selected","true"),r=f):f.dom.hasAttribute("aria-selected")&&f.dom.removeAttribute("aria-selected"),i++}});i<this.items.length&&!(this.items.length==1&&this.items[0].diagnostic.from<0);)s=!0,this.items.pop();this.items.length==0&&(this.items.push(new aa(this.view,{from:-1,to:-1,severity:"info",message:this.view.state.phrase("No diagnostics")})),s=!0),r?(this.list.setAttribute("aria-activedescendant",r.id),this.view.requestMeasure({key:this,read:()=>({sel:r.dom.getBoundingClientRect(),panel:this.list.getBoundingClientRect()}),write:({sel:a,panel:l})=>{let h=l.height/this.list.offsetHeight;a.top<l.top?this.list.scrollTop-=(l.top-a.top)/h:a.bottom>l.bottom&&(this.list.scrollTop+=(a.bottom-l.bottom)/h)}})):this.selectedIndex<0&&this.list.removeAttribute("aria-activedescendant"),s&&this.sync()}sync(){let e=this.list.firstChild;function t(){let i=e;e=i.nextSibling,i.remove()}for(let i of this.items)if(i.dom.parentNode==this.list){for(;e!=i.dom;)t();e=i.dom.nextSibling}else this.list.insertBefore(i.dom,e);for(;e;)t()}moveSelection(e){if(this.selectedIndex<0)return;let t=this.view.state.field(ut),i=En(t.diagnostics,this.items[e].diagnostic);i&&this.view.dispatch({selection:{anchor:i.from,head:i.to},scrollIntoView:!0,effects:ey.of(i)})}static open(e){return new n(e)}};function TS(n,e='viewBox="0 0 40 40"'){return`url('data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" ${e}>${encodeURIComponent(n)}</svg>')`}function ra(n){return TS(`<path d="m0 2.5 l2 -1.5 l1 0 l2 1.5 l1 0" stroke="${n}" fill="none" stroke-width=".7"/>`,'width="6" height="3"')}var MS=E.baseTheme({".cm-diagnostic":{padding:"3px 6px 3px 8px",marginLeft:"-1px",display:"block",whiteSpace:"pre-wrap"},".cm-diagnostic-error":{borderLeft:"5px solid #d11"},".cm-diagnostic-warning":{borderLeft:"5px solid orange"},".cm-diagnostic-info":{borderLeft:"5px solid #999"},".cm-diagnostic-hint":{borderLeft:"5px solid #66d"},".cm-diagnosticAction":{font:"inherit",border:"none",padding:"2px 4px",backgroundColor:"#444",color:"white",borderRadius:"3px",marginLeft:"8px",cursor:"pointer"},".cm-diagnosticSource":{fontSize:"70%",opacity:.7},".cm-lintRange":{backgroundPosition:"left bottom",backgroundRepeat:"repeat-x",paddingBottom:"0.7px"},".cm-lintRange-error":{backgroundImage:ra("#f11")},".cm-lintRange-warning":{backgroundImage:ra("orange")},".cm-lintRange-info":{backgroundImage:ra("#999")},".cm-lintRange-hint":{backgroundImage:ra("#66d")},".cm-lintRange-active":{backgroundColor:"#ffdd9980"},".cm-tooltip-lint":{padding:0,margin:0},".cm-lintPoint":{position:"relative","&:after":{content:'""',position:"absolute",bottom:0,left:"-2px",borderLeft:"3px solid transparent",borderRight:"3px solid transparent",borderBottom:"4px solid #d11"}},".cm-lintPoint-warning":{"&:after":{borderBottomColor:"orange"}},".cm-lintPoint-info":{"&:after":{borderBottomColor:"#999"}},".cm-lintPoint-hint":{"&:after":{borderBottomColor:"#66d"}},".cm-panel.cm-panel-lint":{position:"relative","& ul":{maxHeight:"100px",overflowY:"auto","& [aria-selected]":{backgroundColor:"#ddd","& u":{textDecoration:"underline"}},"&:focus [aria-selected]":{background_fallback:"#bdf",backgroundColor:"Highlight",color_fallback:"white",color:"HighlightText"},"& u":{textDecoration:"none"},padding:0,margin:0},"& [name=close]":{position:"absolute",top:"0",right:"2px",background:"inherit",border:"none",font:"inherit",padding:0,margin:0}},"&dark .cm-lintRange-active":{backgroundColor:"#86714a80"},"&dark .cm-panel.cm-panel-lint ul":{"& [aria-selected]":{backgroundColor:"#2e343e"}}});function ES(n){return n=="error"?4:n=="warning"?3:n=="info"?2:1}function DS(n){let e="hint",t=1;for(let i of n){let s=ES(i.severity);s>t&&(t=s,e=i.severity)}return e}var sy=Po(xS,{hideOn:wS}),PS=[ut,E.decorations.compute([ut],n=>{let{selected:e,panel:t}=n.field(ut);return!e||!t||e.from==e.to?I.none:I.set([kS.range(e.from,e.to)])}),sy,MS];var Dn=null;function OS(n,e,t){let i=Dn;try{return Dn={view:n,language:e},t()}finally{Dn=i}}var RS=new ru({walkTokens(n){if(!Dn||n.type!="code")return;let e=Dn.language&&Dn.language(n.lang);if(!e){let s=Dn.view.state.facet(xt);s&&s.name==n.lang&&(e=s)}if(!e)return;let t={style:s=>Vc(Dn.view.state,s)},i="";Dc(n.text,e.parser.parse(n.text),t,(s,r)=>{i+=r?`<span class="${r}">${Vi(s)}</span>`:Vi(s)},()=>{i+="<br>"}),n.escaped=!0,n.text=i}});function Vi(n){return n.replace(/[\n<&]/g,e=>e==`
`?"<br>":e=="<"?"&lt;":"&amp;")}function _S(n,e){let t=e,i=n;return typeof i!="string"&&(t=i.kind,i=i.value),t=="plaintext"?Vi(i):RS.parse(i,{async:!1})}function Eu(n,e){let t=n.lineAt(e);return{line:t.number-1,character:e-t.from}}function la(n,e){return n.line(e.line+1).from+e.character}function ry(n,e){if(e.line<0||e.line>=n.lines)return null;let t=n.line(e.line+1);return e.character<0||e.character>t.length?null:t.from+e.character}var _e=class{constructor(e,{client:t,uri:i,languageID:s}){if(this.view=e,this.client=t,this.uri=i,!s){let r=e.state.facet(xt);s=r?r.name:""}t.workspace.openFile(i,s,e),this.syncedDoc=e.state.doc,this.unsyncedChanges=oe.empty(e.state.doc.length)}docToHTML(e,t="plaintext"){let i=OS(this.view,this.client.config.highlightLanguage,()=>_S(e,t));return this.client.config.sanitizeHTML?this.client.config.sanitizeHTML(i):i}toPosition(e,t=this.view.state.doc){return Eu(t,e)}fromPosition(e,t=this.view.state.doc){return la(t,e)}reportError(e,t){$i(this.view,{label:this.view.state.phrase(e)+": "+(t.message||t),class:"cm-lsp-message cm-lsp-message-error",top:!0})}clear(){this.syncedDoc=this.view.state.doc,this.unsyncedChanges=oe.empty(this.view.state.doc.length)}update(e){e.docChanged&&(this.unsyncedChanges=this.unsyncedChanges.compose(e.changes))}destroy(){this.client.workspace.closeFile(this.uri,this.view)}static get(e){return e.plugin(ly)}static create(e,t,i){return e.plugin(t,i)}},ly=me.fromClass(_e),ir=class{constructor(e){this.client=e}getFile(e){return this.files.find(t=>t.uri==e)||null}requestFile(e){return Promise.resolve(this.getFile(e))}connected(){for(let e of this.files)this.client.didOpen(e)}disconnected(){}updateFile(e,t){var i;let s=this.getFile(e);s&&((i=s.getView())===null||i===void 0||i.dispatch(t))}displayFile(e){let t=this.getFile(e);return Promise.resolve(t?t.getView():null)}},Du=class{constructor(e,t,i,s,r){this.uri=e,this.languageId=t,this.version=i,this.doc=s,this.view=r}getView(){return this.view}},Pu=class extends ir{constructor(){super(...arguments),this.files=[],this.fileVersions=Object.create(null)}nextFileVersion(e){var t;return this.fileVersions[e]=((t=this.fileVersions[e])!==null&&t!==void 0?t:-1)+1}syncFiles(){let e=[];for(let t of this.files){let i=_e.get(t.view);if(!i)continue;let s=i.unsyncedChanges;s.empty||(e.push({changes:s,file:t,prevDoc:t.doc}),t.doc=t.view.state.doc,t.version=this.nextFileVersion(t.uri),i.clear())}return e}openFile(e,t,i){if(this.getFile(e))throw new Error("Default workspace implementation doesn't support multiple views on the same file");let s=new Du(e,t,this.nextFileVersion(e),i.state.doc,i);this.files.push(s),this.client.didOpen(s)}closeFile(e){let t=this.getFile(e);t&&(this.files=this.files.filter(i=>i!=t),this.client.didClose(e))}},LS=E.baseTheme({".cm-lsp-documentation":{padding:"0 7px","& p, & pre":{margin:"2px 0"}},".cm-lsp-signature-tooltip":{padding:"2px 6px",borderRadius:"2.5px",position:"relative",maxWidth:"30em",maxHeight:"10em",overflowY:"scroll","& .cm-lsp-documentation":{padding:"0",fontSize:"80%"},"& .cm-lsp-signature-num":{fontFamily:"monospace",position:"absolute",left:"2px",top:"4px",fontSize:"70%",lineHeight:"1.3"},"& .cm-lsp-signature":{fontFamily:"monospace",textIndent:"1em hanging"},"& .cm-lsp-active-parameter":{fontWeight:"bold"}},".cm-lsp-signature-multiple":{paddingLeft:"1.5em"},".cm-panel.cm-lsp-rename-panel":{padding:"2px 6px 4px",position:"relative","& label":{fontSize:"80%"},"& [name=close]":{position:"absolute",top:"0",bottom:"0",right:"4px",backgroundColor:"inherit",border:"none",font:"inherit",padding:"0"}},".cm-lsp-message button[type=submit]":{display:"block"},".cm-lsp-reference-panel":{fontFamily:"monospace",whiteSpace:"pre",padding:"3px 6px",maxHeight:"120px",overflow:"auto","& .cm-lsp-reference-file":{fontWeight:"bold"},"& .cm-lsp-reference":{cursor:"pointer","&[aria-selected]":{backgroundColor:"#0077ee44"}},"& .cm-lsp-reference-line":{opacity:"0.7"}}}),Ou=class{constructor(e,t,i){this.id=e,this.params=t,this.timeout=i,this.promise=new Promise((s,r)=>{this.resolve=s,this.reject=r})}},BS={general:{markdown:{parser:"marked"}},textDocument:{completion:{completionItem:{snippetSupport:!0,documentationFormat:["markdown","plaintext"],insertReplaceSupport:!1},completionList:{itemDefaults:["commitCharacters","editRange","insertTextFormat"]},completionItemKind:{valueSet:[]},contextSupport:!0},hover:{contentFormat:["markdown","plaintext"]},formatting:{},rename:{},signatureHelp:{contextSupport:!0,signatureInformation:{documentationFormat:["markdown","plaintext"],parameterInformation:{labelOffsetSupport:!0},activeParameterSupport:!0}},definition:{},declaration:{},implementation:{},typeDefinition:{},references:{},diagnostic:{}},window:{showMessage:{}}},Ru=class{constructor(e){this.client=e,this.mappings=new Map,this.startDocs=new Map;for(let t of e.workspace.files)this.mappings.set(t.uri,oe.empty(t.doc.length)),this.startDocs.set(t.uri,t.doc)}addChanges(e,t){let i=this.mappings.get(e);i&&this.mappings.set(e,i.composeDesc(t))}getMapping(e){let t=this.mappings.get(e);if(!t)return null;let i=this.client.workspace.getFile(e),s=i?.getView(),r=s&&_e.get(s);return r?t.composeDesc(r.unsyncedChanges):t}mapPos(e,t,i=-1,s=Ae.Simple){let r=this.getMapping(e);return r?r.mapPos(t,i,s):t}mapPosition(e,t,i=-1,s=Ae.Simple){let r=this.startDocs.get(e);if(!r)throw new Error("Cannot map from a file that's not in the workspace");let o=la(r,t),a=this.getMapping(e);return a?a.mapPos(o,i,s):o}destroy(){this.client.activeMappings=this.client.activeMappings.filter(e=>e!=this)}},IS={"window/logMessage":(n,e)=>{e.type==1?console.error("[lsp] "+e.message):e.type==2&&console.warn("[lsp] "+e.message)},"window/showMessage":(n,e)=>{if(e.type>3)return;let t;for(let i of n.workspace.files)if(t=i.getView())break;t&&$i(t,{label:e.message,class:"cm-lsp-message cm-lsp-message-"+(e.type==1?"error":e.type==2?"warning":"info"),top:!0})}},ha=class{constructor(e={}){var t;if(this.config=e,this.transport=null,this.nextReqID=0,this.requests=[],this.activeMappings=[],this.serverCapabilities=null,this.supportSync=-1,this.extensions=[],this.receiveMessage=this.receiveMessage.bind(this),this.initializing=new Promise((i,s)=>this.init={resolve:i,reject:s}),this.timeout=(t=e.timeout)!==null&&t!==void 0?t:3e3,this.workspace=e.workspace?e.workspace(this):new Pu(this),e.extensions)for(let i of e.extensions)Array.isArray(i)||i.extension?this.extensions.push(i):i.editorExtension&&this.extensions.push(i.editorExtension)}get connected(){return!!this.transport}connect(e){this.transport&&this.transport.unsubscribe(this.receiveMessage),this.transport=e,e.subscribe(this.receiveMessage);let t=BS;if(this.config.extensions)for(let i of this.config.extensions){let{clientCapabilities:s}=i;s&&(t=hy(t,s))}return this.requestInner("initialize",{processId:null,clientInfo:{name:"@codemirror/lsp-client"},rootUri:this.config.rootUri||null,initializationOptions:this.config.initializationOptions,capabilities:t}).promise.then(i=>{var s;this.serverCapabilities=i.capabilities;let r=i.capabilities.textDocumentSync;this.supportSync=r==null?0:typeof r=="number"?r:(s=r.change)!==null&&s!==void 0?s:0,e.send(JSON.stringify({jsonrpc:"2.0",method:"initialized",params:{}})),this.init.resolve(null)},this.init.reject),this.workspace.connected(),this}disconnect(){this.transport&&this.transport.unsubscribe(this.receiveMessage),this.serverCapabilities=null,this.initializing=new Promise((e,t)=>this.init={resolve:e,reject:t}),this.workspace.disconnected()}plugin(e,t){return[ly.of({client:this,uri:e,languageID:t}),LS,this.extensions]}didOpen(e){this.notification("textDocument/didOpen",{textDocument:{uri:e.uri,languageId:e.languageId,text:e.doc.toString(),version:e.version}})}didClose(e){this.notification("textDocument/didClose",{textDocument:{uri:e}})}receiveMessage(e){var t;let i=JSON.parse(e);if("id"in i&&!("method"in i)){let s=this.requests.findIndex(r=>r.id==i.id);if(s<0)console.warn(`[lsp] Received a response for non-existent request ${i.id}`);else{let r=this.requests[s];clearTimeout(r.timeout),this.requests.splice(s,1),i.error?r.reject(i.error):r.resolve(i.result)}}else if("id"in i){let s={jsonrpc:"2.0",id:i.id,error:{code:-32601,message:"Method not implemented"}};this.transport.send(JSON.stringify(s))}else{let s=(t=this.config.notificationHandlers)===null||t===void 0?void 0:t[i.method];if(s&&s(this,i.params))return;if(this.config.extensions)for(let o of this.config.extensions){let{notificationHandlers:a}=o,l=a?.[i.method];if(l&&l(this,i.params))return}let r=IS[i.method];r?r(this,i.params):this.config.unhandledNotification&&this.config.unhandledNotification(this,i.method,i.params)}}request(e,t){return this.transport?this.initializing.then(()=>this.requestInner(e,t).promise):Promise.reject(new Error("Client not connected"))}requestInner(e,t,i=!1){let s=++this.nextReqID,r={jsonrpc:"2.0",id:s,method:e,params:t},o=new Ou(s,t,setTimeout(()=>this.timeoutRequest(o),this.timeout));this.requests.push(o);try{this.transport.send(JSON.stringify(r))}catch(a){o.reject(a)}return o}notification(e,t){this.transport&&this.initializing.then(()=>{let i={jsonrpc:"2.0",method:e,params:t};this.transport.send(JSON.stringify(i))})}cancelRequest(e){let t=this.requests.find(i=>i.params===e);t&&this.notification("$/cancelRequest",{id:t.id})}hasCapability(e){return this.serverCapabilities?!!this.serverCapabilities[e]:null}workspaceMapping(){let e=new Ru(this);return this.activeMappings.push(e),e}withMapping(e){let t=this.workspaceMapping();return e(t).finally(()=>t.destroy())}sync(){for(let{file:e,changes:t,prevDoc:i}of this.workspace.syncFiles()){for(let s of this.activeMappings)s.addChanges(e.uri,t);this.supportSync&&this.notification("textDocument/didChange",{textDocument:{uri:e.uri,version:e.version},contentChanges:FS(e,i,t,this.supportSync==2)})}}timeoutRequest(e){let t=this.requests.indexOf(e);t>-1&&(e.reject(new Error("Request timed out")),this.requests.splice(t,1))}};function FS(n,e,t,i){if(!i||n.doc.length<1024)return[{text:n.doc.toString()}];let s=[];return t.iterChanges((r,o,a,l,h)=>{s.push({range:{start:Eu(e,r),end:Eu(e,o)},text:h.toString()})}),s.reverse()}function hy(n,e){if(e==null)return n;if(typeof n!="object"||typeof e!="object")return e;let t={},i=Object.keys(n),s=Object.keys(e);for(let r of i)t[r]=s.indexOf(r)>-1?hy(n[r],e[r]):n[r];for(let r of s)i.indexOf(r)<0&&(t[r]=e[r]);return t}function qS(n){return n.replace(/\\([$}\\])|\$(\d+)/g,(e,t,i)=>t||`\${${i}}`)}function cy(n={}){let e;if(n.override)e=[er({override:[oy]})];else{let t=[{autocomplete:oy}];e=[er(),te.languageData.of(()=>t)]}return n.validFor&&e.push(uy.of({validFor:n.validFor})),e}var uy=P.define({combine:n=>n.length?n[0]:{validFor:null}});function NS(n,e,t,i){if(n.client.hasCapability("completionProvider")===!1)return Promise.resolve(null);n.client.sync();let s={position:n.toPosition(e),textDocument:{uri:n.uri},context:t};return i&&i.addEventListener("abort",()=>n.client.cancelRequest(s)),n.client.request("textDocument/completion",s)}function $S(n){var e;let t=Math.ceil(n.length/50),i=[];for(let s=0;s<n.length;s+=t){let r=n[s],o=((e=r.textEdit)===null||e===void 0?void 0:e.newText)||r.textEditText||r.insertText||r.label;if(!/^\w/.test(o)){let a=/^[^\w]*/.exec(o)[0];i.indexOf(a)<0&&i.push(a)}}return i.length?new RegExp("^(?:"+i.map(RegExp.escape||(s=>s.replace(/[^\w\s]/g,"\\$&"))).join("|")+")?\\w*$"):/^\w*$/}function HS(n,e){var t,i;let s=(i=(t=n.client.serverCapabilities)===null||t===void 0?void 0:t.completionProvider)===null||i===void 0?void 0:i.triggerCharacters;return s&&s.indexOf(e)>-1?"triggerCharacter":/[a-zA-Z_]/.test(e)?"identifier":null}function dy(n,e){return(t,i)=>{n=n?n.composeDesc(i):i;let s=t.options.slice();for(let{index:r,edits:o,text:a}of e)s[r]={...s[r],apply:fy(o,a,n)};return{...t,options:s,map:dy(n,e)}}}function fy(n,e,t){return(i,s,r,o)=>{let a=vu(i.state,e,r,o),l=[];for(let{from:h,to:c,text:d}of n){if(t){if(t.touchesRange(h,c))continue;let f=c-h;h=t.mapPos(h,1),c=h+f}l.push({from:h,to:c,insert:d})}i.dispatch(a,{changes:l})}}var oy=n=>{let e=n.view&&_e.get(n.view);if(!e)return null;let t=n.state.sliceDoc(n.pos-1,n.pos),i=n.explicit?"invoked":HS(e,t);if(!i)return null;let s=i=="triggerCharacter"?{triggerKind:2,triggerCharacter:t}:{triggerKind:1};return NS(e,n.pos,s,n).then(r=>{var o,a;if(!r)return null;Array.isArray(r)&&(r={items:r});let{from:l,to:h}=WS(n,r),c=(o=r.itemDefaults)===null||o===void 0?void 0:o.commitCharacters,d=n.state.facet(uy),f=[];return{from:l,to:h,options:r.items.map((p,m)=>{var g,y,v;let w=((g=p.textEdit)===null||g===void 0?void 0:g.newText)||p.textEditText||p.insertText||p.label,k={label:p.filterText||p.label,displayLabel:p.label,type:p.kind&&VS[p.kind]},x=(y=p.insertTextFormat)!==null&&y!==void 0?y:(v=r.itemDefaults)===null||v===void 0?void 0:v.insertTextFormat;if(p.commitCharacters&&p.commitCharacters!=c&&(k.commitCharacters=p.commitCharacters),p.detail&&(k.detail=p.detail),p.sortText&&(k.sortText=p.sortText),x==2)k.apply=(b,S,C,T)=>Gg(qS(w))(b,S,C,T);else if(p.additionalTextEdits){let b=[];for(let S of p.additionalTextEdits){let C=ry(n.state.doc,S.range.start),T=ry(n.state.doc,S.range.end);C!=null&&T!=null&&b.push({from:C,to:T,text:S.newText})}f.push({index:m,text:w,edits:b}),k.apply=fy(b,w,null)}else k.label!=w&&(k.apply=w);return p.documentation&&(k.info=()=>zS(e,p.documentation)),k}),commitCharacters:c,validFor:r.isIncomplete?void 0:(a=d.validFor)!==null&&a!==void 0?a:$S(r.items),map:f.length?dy(null,f):void 0}},r=>{if("code"in r&&r.code==-32800)return null;throw r})};function WS(n,e){var t;if(!e.items.length)return{from:n.pos,to:n.pos};let i=(t=e.itemDefaults)===null||t===void 0?void 0:t.editRange,s=e.items[0],r=i?"insert"in i?i.insert:i:s.textEdit?"range"in s.textEdit?s.textEdit.range:s.textEdit.insert:null;if(!r)return n.state.wordAt(n.pos)||{from:n.pos,to:n.pos};let o=n.state.doc.lineAt(n.pos);return{from:o.from+r.start.character,to:o.from+r.end.character}}function zS(n,e){let t=document.createElement("div");return t.className="cm-lsp-documentation cm-lsp-completion-documentation",t.innerHTML=n.docToHTML(e),t}var VS={1:"text",2:"method",3:"function",4:"class",5:"property",6:"variable",7:"class",8:"interface",9:"namespace",10:"property",11:"keyword",12:"constant",13:"constant",14:"keyword",16:"constant",20:"constant",21:"constant",22:"class",25:"type"};function py(n={}){return Po(jS,{hideOn:e=>e.docChanged,hoverTime:n.hoverTime})}function US(n,e){return n.client.hasCapability("hoverProvider")===!1?Promise.resolve(null):(n.client.sync(),n.client.request("textDocument/hover",{position:n.toPosition(e),textDocument:{uri:n.uri}}))}function jS(n,e){let t=_e.get(n);return t?US(t,e).then(i=>i?{pos:i.range?la(n.state.doc,i.range.start):e,end:i.range?la(n.state.doc,i.range.end):e,create(){let s=document.createElement("div");return s.className="cm-lsp-hover-tooltip cm-lsp-documentation",s.innerHTML=GS(t,i.contents),{dom:s}},above:!0}:null):Promise.resolve(null)}function GS(n,e){return Array.isArray(e)?e.map(t=>ay(n,t)).join("<br>"):typeof e=="string"||typeof e=="object"&&"language"in e?ay(n,e):n.docToHTML(e)}function ay(n,e){if(typeof e=="string")return n.docToHTML(e,"markdown");let{language:t,value:i}=e,s=n.client.config.highlightLanguage&&n.client.config.highlightLanguage(t||"");if(!s){let o=n.view.state.facet(xt);o&&(!t||o.name==t)&&(s=o)}if(!s)return Vi(i);let r="";return Dc(i,s.parser.parse(i),{style:o=>Vc(n.view.state,o)},(o,a)=>{r+=a?`<span class="${a}">${Vi(o)}</span>`:Vi(o)},()=>{r+="<br>"}),r}function KS(n,e){return n.client.request("textDocument/formatting",{options:e,textDocument:{uri:n.uri}})}var YS=n=>{let e=_e.get(n);return e?(e.client.sync(),e.client.withMapping(t=>KS(e,{tabSize:Ut(n.state),insertSpaces:n.state.facet(jt).indexOf("	")<0}).then(i=>{if(!i)return;let s=t.getMapping(e.uri),r=[];for(let o of i){let a=t.mapPosition(e.uri,o.range.start),l=t.mapPosition(e.uri,o.range.end);if(s){if(s.touchesRange(a,l))return;a=s.mapPos(a,1),l=s.mapPos(l,-1)}r.push({from:a,to:l,insert:o.newText})}n.dispatch({changes:r,userEvent:"format"})},i=>{e.reportError("Formatting request failed",i)})),!0):!1},my=[{key:"Shift-Alt-f",run:YS,preventDefault:!0}];function JS(n,e,t){return n.client.request("textDocument/rename",{newName:t,position:n.toPosition(e),textDocument:{uri:n.uri}})}var XS=n=>{let e=n.state.wordAt(n.state.selection.main.head),t=_e.get(n);if(!e||!t||t.client.hasCapability("renameProvider")===!1)return!1;let i=n.state.sliceDoc(e.from,e.to),s=Oo(n,"cm-lsp-rename-panel");if(s){let r=s.dom.querySelector("[name=name]");r.value=i,r.select()}else{let{close:r,result:o}=$i(n,{label:n.state.phrase("New name"),input:{name:"name",value:i},focus:!0,submitLabel:n.state.phrase("rename"),class:"cm-lsp-rename-panel"});o.then(a=>{n.dispatch({effects:r}),a&&ZS(n,a.elements.namedItem("name").value)})}return!0};function ZS(n,e){let t=_e.get(n),i=n.state.wordAt(n.state.selection.main.head);if(!t||!i)return!1;t.client.sync(),t.client.withMapping(s=>JS(t,i.from,e).then(r=>{if(r)for(let o in r.changes){let a=r.changes[o],l=t.client.workspace.getFile(o);!a.length||!l||t.client.workspace.updateFile(o,{changes:a.map(h=>({from:s.mapPosition(o,h.range.start),to:s.mapPosition(o,h.range.end),insert:h.newText})),userEvent:"rename"})}},r=>{t.reportError("Rename request failed",r)}))}var gy=[{key:"F2",run:XS,preventDefault:!0}];function QS(n,e){return n.client.request("textDocument/definition",{textDocument:{uri:n.uri},position:n.toPosition(e)})}function e2(n,e){let t=_e.get(n);return!t||t.client.hasCapability(e.capability)===!1?!1:(t.client.sync(),t.client.withMapping(i=>e.get(t,n.state.selection.main.head).then(s=>{let r=Array.isArray(s)?s[0]:s;if(r)return(r.uri==t.uri?Promise.resolve(n):t.client.workspace.displayFile(r.uri)).then(o=>{if(!o)return;let a=i.getMapping(r.uri)?i.mapPosition(r.uri,r.range.start):t.fromPosition(r.range.start,o.state.doc);o.dispatch({selection:{anchor:a},scrollIntoView:!0,userEvent:"select.definition"})})},s=>t.reportError("Find definition failed",s))),!0)}var t2=n=>e2(n,{get:QS,capability:"definitionProvider"});var yy=[{key:"F12",run:t2,preventDefault:!0}];function n2(n,e){return n.client.request("textDocument/references",{textDocument:{uri:n.uri},position:n.toPosition(e),context:{includeDeclaration:!0}})}var i2=n=>{let e=_e.get(n);if(!e||e.client.hasCapability("referencesProvider")===!1)return!1;e.client.sync();let t=e.client.workspaceMapping(),i=!1;return n2(e,n.state.selection.main.head).then(s=>{if(s)return Promise.all(s.map(r=>e.client.workspace.requestFile(r.uri).then(o=>o?{file:o,range:r.range}:null))).then(r=>{let o=r.filter(a=>a);o.length&&(s2(e.view,o,t),i=!0)})},s=>e.reportError("Finding references failed",s)).finally(()=>{i||t.destroy()}),!0},_u=n=>n.state.field(Lu,!1)?(n.dispatch({effects:Bu.of(null)}),!0):!1,Lu=Z.define({create(){return null},update(n,e){for(let t of e.effects)if(t.is(Bu))return t.value;return n},provide:n=>an.from(n)}),Bu=q.define();function s2(n,e,t){let i=r2(e,t),s=n.state.field(Lu,!1)===void 0?q.appendConfig.of(Lu.init(()=>i)):Bu.of(i);n.dispatch({effects:s})}function r2(n,e){let t=!1;return setTimeout(()=>{t||e.destroy()},500),i=>{t=!0;let s=o2(n.map(p=>p.file.uri)),r=document.createElement("div"),o=null;r.className="cm-lsp-reference-panel",r.tabIndex=0,r.role="listbox",r.setAttribute("aria-label",i.state.phrase("Reference list"));let a=[];for(let{file:p,range:m}of n){let g=p.uri.slice(s);if(g!=o){o=g;let T=r.appendChild(document.createElement("div"));T.className="cm-lsp-reference-file",T.textContent=g}let y=r.appendChild(document.createElement("div"));y.className="cm-lsp-reference",y.role="option";let v=e.mapPosition(p.uri,m.start,1),w=e.mapPosition(p.uri,m.end,-1),k=p.getView(),x=(k?k.state.doc:p.doc).lineAt(v),b=y.appendChild(document.createElement("span"));b.className="cm-lsp-reference-line",b.textContent=(x.number+": ").padStart(5," ");let S=x.text.slice(Math.max(0,v-x.from-50),v-x.from);S&&y.appendChild(document.createTextNode(S)),y.appendChild(document.createElement("strong")).textContent=x.text.slice(v-x.from,w-x.from);let C=x.text.slice(w-x.from,Math.min(x.length,100-S.length));C&&y.appendChild(document.createTextNode(C)),a.length||y.setAttribute("aria-selected","true"),a.push(y)}function l(){for(let p=0;p<a.length;p++)if(a[p].hasAttribute("aria-selected"))return p;return 0}function h(p){for(let m=0;m<a.length;m++)m==p?a[m].setAttribute("aria-selected","true"):a[m].removeAttribute("aria-selected")}function c(p){let{file:m,range:g}=n[p],y=_e.get(i);y&&Promise.resolve(m.uri==y.uri?i:y.client.workspace.displayFile(m.uri)).then(v=>{if(!v)return;let w=e.mapPosition(m.uri,g.start,1);v.focus(),v.dispatch({selection:{anchor:w},scrollIntoView:!0})})}r.addEventListener("keydown",p=>{if(p.keyCode==27)_u(i),i.focus();else if(p.keyCode==38||p.keyCode==33)h((l()-1+n.length)%n.length);else if(p.keyCode==40||p.keyCode==34)h((l()+1)%n.length);else if(p.keyCode==36)h(0);else if(p.keyCode==35)h(a.length-1);else if(p.keyCode==13||p.keyCode==10)c(l());else return;p.preventDefault()}),r.addEventListener("click",p=>{for(let m=0;m<a.length;m++)a[m].contains(p.target)&&(h(m),c(m),p.preventDefault())});let d=document.createElement("div");d.appendChild(r);let f=d.appendChild(document.createElement("button"));return f.className="cm-dialog-close",f.textContent="×",f.addEventListener("click",()=>_u(i)),f.setAttribute("aria-label",i.state.phrase("close")),{dom:d,destroy:()=>e.destroy(),mount:()=>r.focus()}}}function o2(n){let e=n[0],t=e.length;for(let i=1;i<n.length;i++){let s=n[i],r=0;for(let o=Math.min(t,s.length);r<o&&e[r]==s[r];r++);t=r}for(;t&&e[t-1]!="/";)t--;return t}var vy=[{key:"Shift-F12",run:i2,preventDefault:!0},{key:"Escape",run:_u}];var a2=12e4,l2=500,h2=1e4,ua=class{file;uri;languageId;version=1;doc;pending;view=null;constructor(e){this.file=e,this.uri=e.uri,this.languageId=e.language,this.doc=e.doc,this.pending=oe.empty(e.doc.length)}getView(){return this.view}};function ca(n){return!n.builtIn&&n.isRules}var Iu=class extends ir{files=[];#e;#t;constructor(e,t,i){super(e),this.#e=t,this.#t=i;for(let s of t.list.value)this.files.push(new ua(s));t.follow({opened:s=>this.#i(s),changed:(s,r)=>{let o=this.#n(s.uri);o!==void 0&&(o.pending=o.pending.compose(r))},removed:s=>{this.files=this.files.filter(r=>r.uri!==s.uri),ca(s)&&this.client.didClose(s.uri)}})}connected(){for(let e of this.files)e.doc=e.file.doc,e.pending=oe.empty(e.doc.length),ca(e.file)&&this.client.didOpen(e)}syncFiles(){return this.files.filter(e=>!e.pending.empty&&ca(e.file)).map(e=>{let t={file:e,prevDoc:e.doc,changes:e.pending};return e.doc=e.file.doc,e.pending=oe.empty(e.doc.length),e.version+=1,e.view!==null&&_e.get(e.view)?.clear(),t})}openFile(e,t,i){let s=this.#n(e);s!==void 0&&(s.view=i)}closeFile(e,t){let i=this.#n(e);i?.view===t&&(i.view=null)}updateFile(e,t){let i=this.#e.byUri(e);if(i===void 0||i.builtIn||t.changes===void 0)return;let s=t.changes instanceof oe?t.changes:oe.of(t.changes,i.doc.length);this.#e.change(i,s,"elsewhere")}displayFile(e){return this.#t()?.display(e)??Promise.resolve(null)}#n(e){return this.files.find(t=>t.uri===e)}#i(e){let t=new ua(e);this.files.push(t),ca(e)&&this.client.didOpen(t)}},da=class{#e=null;#t;#n=new Map;#i=[];#r;connected=B(!0);#s=wy();#o;screen=null;constructor(e,t){this.#t=e,this.#r=t,this.#l(e)}get client(){if(this.#e===null)throw new Error("the language client has not begun");return this.#e}on(e,t){this.#n.set(e,t)}async begin(e,t){let i=new ha({rootUri:e.root,timeout:a2,extensions:t,sanitizeHTML:u2,workspace:s=>new Iu(s,e,()=>this.screen),notificationHandlers:Object.fromEntries([...this.#n].map(([s,r])=>[s,(o,a)=>(r(a),!0)])),unhandledNotification:()=>{}});this.#e=i,e.follow({changed:()=>this.#a()}),i.connect(this.#c()),await Promise.race([i.initializing,by(this.#t)])}async request(e,t){if(!this.connected.value)throw new z(0,"the studio does not answer",null);this.client.sync();try{return await Promise.race([this.client.request(e,t),this.#s.promise])}catch(i){throw z.from(i)}}notify(e,t){this.client.notification(e,t)}#a(){clearTimeout(this.#o),this.#o=setTimeout(()=>this.#e?.sync(),0)}#l(e){e.onMessage(t=>this.#i.forEach(i=>i(t))),e.onClose(()=>{e!==this.#t||!this.connected.value||(this.connected.value=!1,this.#s.reject(new z(0,"the studio does not answer",null)),this.#h(l2))})}async#h(e){await new Promise(t=>setTimeout(t,e));try{let t=await this.#r();this.#t=t,this.#l(t),this.#e?.disconnect(),this.#e?.connect(this.#c()),await Promise.race([this.#e?.initializing,by(t)])}catch{return this.#h(Math.min(e*2,h2))}this.#s=wy(),this.connected.value=!0}#c(){return{send:e=>this.#t.send(e),subscribe:e=>{this.#i.push(e)},unsubscribe:e=>{let t=this.#i.indexOf(e);t>=0&&this.#i.splice(t,1)}}}};function by(n){return new Promise((e,t)=>{n.onClose(()=>t(new Error("the service ended before it had begun")))})}function wy(){let n=()=>{},e=new Promise((t,i)=>{n=i});return e.catch(()=>{}),{promise:e,reject:t=>n(t)}}var c2=new Set(["P","CODE","PRE","EM","STRONG","UL","OL","LI","BR","HR","TABLE","THEAD","TBODY","TR","TD","TH","BLOCKQUOTE"]);function u2(n){let e=new DOMParser().parseFromString(n,"text/html");for(let t of[...e.body.querySelectorAll("*")])if(!c2.has(t.tagName))t.replaceWith(document.createTextNode(t.textContent??""));else for(let i of[...t.attributes])t.removeAttribute(i.name);return e.body.innerHTML}function ky(n){return new Promise((e,t)=>{let i=new WebSocket(n),s=!1,r={send:o=>{i.readyState===WebSocket.OPEN&&i.send(o)},onMessage:o=>i.addEventListener("message",a=>{typeof a.data=="string"&&!s&&o(a.data)}),onClose:o=>{let a=()=>{s||o()};i.readyState>WebSocket.OPEN?queueMicrotask(a):i.addEventListener("close",a,{once:!0})},close:()=>{s=!0,i.close()}};i.addEventListener("open",()=>e(r),{once:!0});for(let o of["error","close"])i.addEventListener(o,()=>t(new Error("the server does not answer")),{once:!0})})}function xy(n){let e=new Worker(n);return{send:t=>e.postMessage(t),onMessage:t=>e.addEventListener("message",i=>{typeof i.data=="string"&&t(i.data)}),onClose:t=>e.addEventListener("error",()=>t()),close:()=>e.terminate()}}function Sy(n){let e=new URLSearchParams(n.search).get("token");if(e!==null){let i=`${n.protocol==="https:"?"wss":"ws"}://${n.host}/socket?token=${encodeURIComponent(e)}`;return{kind:"server",open:()=>ky(i)}}return{kind:"static",open:()=>Promise.resolve(xy("worker.js"))}}function Kt(n,e){let t=n.line(Math.max(1,Math.min(e.line+1,n.lines)));return Math.min(t.from+e.character,t.to)}function d2(n,e){let t=e.map(({range:i,newText:s})=>({from:Kt(n,i.start),to:Kt(n,i.end),insert:s}));return oe.of(t,n.length)}function Cy(n,e,t,i){e.perform(t,()=>{for(let[s,r]of Object.entries(i.changes??{})){let o=n.byUri(s);o!==void 0&&!o.builtIn&&n.change(o,d2(o.doc,r),"elsewhere")}})}var Fu=q.define();function Pn(n,e,t,i=()=>({})){class s{#e;#t;#n=!1;constructor(o){this.#t=o,this.#i(0)}update(o){let a=o.transactions.some(l=>l.effects.some(h=>h.is(Fu)));(o.docChanged||a)&&this.#i(e)}destroy(){this.#n=!0,clearTimeout(this.#e)}#i(o){clearTimeout(this.#e),this.#e=setTimeout(()=>{this.#r()},o)}async#r(){let o=_e.get(this.#t);if(o===null)return;o.client.sync();let{doc:a}=this.#t.state,l={textDocument:{uri:o.uri},...i(this.#t)},h;try{h=await o.client.request(n,l)}catch{return}this.#n||h===null||this.#t.state.doc!==a||this.#t.dispatch({effects:t.of(h)})}}return me.fromClass(s)}var qu=P.define({combine:n=>n[0]??(()=>{})});function Ay(n,e){let t=n.facet(qu),i=e.map(s=>{let r=Kt(n.doc,s.range.start),o=Math.max(r,Kt(n.doc,s.range.end)),a=s.cures.map(l=>({name:Nu(l.title),apply:()=>t(l)}));return{from:r,to:o,severity:s.severity==="note"?"info":s.severity,message:s.problem,markClass:`finding-${s.severity}`,renderMessage:()=>f2(s),actions:a}});return Qg(n,i)}function f2(n){let e=document.createElement("div"),t=document.createElement("strong");if(t.textContent=n.problem,e.append(t),n.help!==null){let s=document.createElement("div");s.textContent=n.help,e.append(s)}let i=document.createElement("small");return i.textContent=[n.code,...n.rules.map(s=>`rule ${s}`)].join(" · "),e.append(i),e}function Nu(n){return n.charAt(0).toUpperCase()+n.slice(1)}var Ty=Ue.define(),My=q.define(),p2=Z.define({create:()=>I.none,update(n,e){for(let t of e.effects)if(t.is(My))return t.value===null?I.none:I.set([I.line({class:"pointed"}).range(e.state.doc.lineAt(t.value.from).from)]);return e.docChanged?I.none:n.map(e.changes)},provide:n=>E.decorations.from(n)}),fa=class{tabs=B([]);current=B(null);caret=B(0);file=Ee(()=>{let e=this.current.value;return e===null?void 0:this.#e.list.value.find(t=>t.path===e)});#e;#t;#n=new Map;#i;#r;#s=null;#o=null;constructor(e,t,i,s){this.#e=e,this.#t=t,this.#i=i,this.#r=s,e.follow({changed:(r,o,a,l)=>{l==="elsewhere"&&this.#u(r,o)},removed:r=>this.close(r.path)})}attach(e){this.#s=new E({parent:e}),this.#o=null;let t=De(()=>{let s=this.file.value;this.#l(s)}),i=De(()=>{let s=this.findings.value;this.#d(s)});return()=>{t(),i(),this.#c(),this.#s?.destroy(),this.#s=null}}findings=Ee(()=>{let e=this.file.value;return e===void 0?[]:this.#t.byUri.value.get(e.uri)??[]});get view(){return this.#s}open(e){this.#e.get(e)!==void 0&&(this.tabs.value.includes(e)||(this.tabs.value=[...this.tabs.value,e]),this.current.value=e)}close(e){let t=this.tabs.value.indexOf(e);if(t<0)return;let i=this.tabs.value.filter(s=>s!==e);this.tabs.value=i,this.#n.delete(e),this.#o===e&&(this.#o=null),this.current.value===e&&(this.current.value=i[Math.min(t,i.length-1)]??null)}async go(e,t=!0){let i=this.#e.byUri(e.uri)??await this.#r(e.uri);return i===null?null:(this.open(i.path),this.#a(e.range,t),this.#s)}async display(e){let t={line:0,character:0},i=this.#e.byUri(e)??await this.#r(e);return i===null?null:this.current.value!==i.path?this.go({uri:i.uri,range:{start:t,end:t}}):this.#s}focus(){this.#s?.focus()}#a(e,t){let i=this.#s;if(i===null)return;let s=Kt(i.state.doc,e.start),r=Kt(i.state.doc,e.end);i.dispatch({selection:A.single(s,s),effects:[E.scrollIntoView(s,{y:"center"}),My.of({from:s,to:r})]}),t&&i.focus()}#l(e){let t=this.#s;if(!(t===null||this.#o===(e?.path??null))){if(this.#c(),this.#o=e?.path??null,e===void 0){t.setState(te.create({extensions:[E.editable.of(!1)]}));return}t.setState(this.#n.get(e.path)??this.#h(e)),this.caret.value=t.state.selection.main.head,this.#d(this.findings.peek())}}#h(e){let t=E.updateListener.of(i=>{if((i.selectionSet||i.docChanged)&&(this.caret.value=i.state.selection.main.head),!!i.docChanged)for(let s of i.transactions)s.docChanged&&s.annotation(Ty)===void 0&&this.#e.change(e,s.changes,"editor")});return te.create({doc:e.doc,extensions:[p2,t,this.#i(e)]})}#c(){this.#s!==null&&this.#o!==null&&this.tabs.peek().includes(this.#o)&&this.#n.set(this.#o,this.#s.state)}#u(e,t){let i=[Ty.of(!0),xe.addToHistory.of(!0)];if(this.#o===e.path&&this.#s!==null){this.#s.dispatch({changes:t,annotations:i});return}let s=this.#n.get(e.path);s!==void 0&&this.#n.set(e.path,s.update({changes:t,annotations:i}).state)}#d(e){let t=this.#s;t===null||this.#o===null||t.dispatch(Ay(t.state,e),{effects:Fu.of(null)})}};var m2=n=>{let{state:e}=n,t=e.doc.lineAt(e.selection.main.from),i=ju(n.state,t.from);return i.line?g2(n):i.block?v2(n):!1};function Uu(n,e){return({state:t,dispatch:i})=>{if(t.readOnly)return!1;let s=n(e,t);return s?(i(t.update(s)),!0):!1}}var g2=Uu(k2,0);var y2=Uu(Iy,0);var v2=Uu((n,e)=>Iy(n,e,w2(e)),0);function ju(n,e){let t=n.languageDataAt("commentTokens",e,1);return t.length?t[0]:{}}var sr=50;function b2(n,{open:e,close:t},i,s){let r=n.sliceDoc(i-sr,i),o=n.sliceDoc(s,s+sr),a=/\s*$/.exec(r)[0].length,l=/^\s*/.exec(o)[0].length,h=r.length-a;if(r.slice(h-e.length,h)==e&&o.slice(l,l+t.length)==t)return{open:{pos:i-a,margin:a&&1},close:{pos:s+l,margin:l&&1}};let c,d;s-i<=2*sr?c=d=n.sliceDoc(i,s):(c=n.sliceDoc(i,i+sr),d=n.sliceDoc(s-sr,s));let f=/^\s*/.exec(c)[0].length,p=/\s*$/.exec(d)[0].length,m=d.length-p-t.length;return c.slice(f,f+e.length)==e&&d.slice(m,m+t.length)==t?{open:{pos:i+f+e.length,margin:/\s/.test(c.charAt(f+e.length))?1:0},close:{pos:s-p-t.length,margin:/\s/.test(d.charAt(m-1))?1:0}}:null}function w2(n){let e=[];for(let t of n.selection.ranges){let i=n.doc.lineAt(t.from),s=t.to<=i.to?i:n.doc.lineAt(t.to);s.from>i.from&&s.from==t.to&&(s=t.to==i.to+1?i:n.doc.lineAt(t.to-1));let r=e.length-1;r>=0&&e[r].to>i.from?e[r].to=s.to:e.push({from:i.from+/^\s*/.exec(i.text)[0].length,to:s.to})}return e}function Iy(n,e,t=e.selection.ranges){let i=t.map(r=>ju(e,r.from).block);if(!i.every(r=>r))return null;let s=t.map((r,o)=>b2(e,i[o],r.from,r.to));if(n!=2&&!s.every(r=>r))return{changes:e.changes(t.map((r,o)=>s[o]?[]:[{from:r.from,insert:i[o].open+" "},{from:r.to,insert:" "+i[o].close}]))};if(n!=1&&s.some(r=>r)){let r=[];for(let o=0,a;o<s.length;o++)if(a=s[o]){let l=i[o],{open:h,close:c}=a;r.push({from:h.pos-l.open.length,to:h.pos+h.margin},{from:c.pos-c.margin,to:c.pos+l.close.length})}return{changes:r}}return null}function k2(n,e,t=e.selection.ranges){let i=[],s=-1;e:for(let{from:r,to:o}of t){let a=i.length,l=1e9,h;for(let c=r;c<=o;){let d=e.doc.lineAt(c);if(h==null&&(h=ju(e,d.from).line,!h))continue e;if(d.from>s&&(r==o||o>d.from)){s=d.from;let f=/^\s*/.exec(d.text)[0].length,p=f==d.length,m=d.text.slice(f,f+h.length)==h?f:-1;f<d.text.length&&f<l&&(l=f),i.push({line:d,comment:m,token:h,indent:f,empty:p,single:!1})}c=d.to+1}if(l<1e9)for(let c=a;c<i.length;c++)i[c].indent<i[c].line.text.length&&(i[c].indent=l);i.length==a+1&&(i[a].single=!0)}if(n!=2&&i.some(r=>r.comment<0&&(!r.empty||r.single))){let r=[];for(let{line:a,token:l,indent:h,empty:c,single:d}of i)(d||!c)&&r.push({from:a.from+h,insert:l+" "});let o=e.changes(r);return{changes:o,selection:e.selection.map(o,1)}}else if(n!=1&&i.some(r=>r.comment>=0)){let r=[];for(let{line:o,comment:a,token:l}of i)if(a>=0){let h=o.from+a,c=h+l.length;o.text[c-o.from]==" "&&c++,r.push({from:h,to:c})}return{changes:r}}return null}var Hu=Ue.define(),x2=Ue.define(),S2=P.define(),Fy=P.define({combine(n){return Xe(n,{minDepth:100,newGroupDelay:500,joinToEvent:(e,t)=>t},{minDepth:Math.max,newGroupDelay:Math.min,joinToEvent:(e,t)=>(i,s)=>e(i,s)||t(i,s)})}}),qy=Z.define({create(){return li.empty},update(n,e){let t=e.state.facet(Fy),i=e.annotation(Hu);if(i){let l=Rt.fromTransaction(e,i.selection),h=i.side,c=h==0?n.undone:n.done;return l?c=ma(c,c.length,t.minDepth,l):c=Wy(c,e.startState.selection),new li(h==0?i.rest:c,h==0?c:i.rest)}let s=e.annotation(x2);if((s=="full"||s=="before")&&(n=n.isolate()),e.annotation(xe.addToHistory)===!1)return e.changes.empty?n:n.addMapping(e.changes.desc);let r=Rt.fromTransaction(e),o=e.annotation(xe.time),a=e.annotation(xe.userEvent);return r?n=n.addChanges(r,o,a,t,e):e.selection&&(n=n.addSelection(e.startState.selection,o,a,t.newGroupDelay)),(s=="full"||s=="after")&&(n=n.isolate()),n},toJSON(n){return{done:n.done.map(e=>e.toJSON()),undone:n.undone.map(e=>e.toJSON())}},fromJSON(n){return new li(n.done.map(Rt.fromJSON),n.undone.map(Rt.fromJSON))}});function Ny(n={}){return[qy,Fy.of(n),E.domEventHandlers({beforeinput(e,t){let i=e.inputType=="historyUndo"?$y:e.inputType=="historyRedo"?Wu:null;return i?(e.preventDefault(),i(t)):!1}})]}function ga(n,e){return function({state:t,dispatch:i}){if(!e&&t.readOnly)return!1;let s=t.field(qy,!1);if(!s)return!1;let r=s.pop(n,t,e);return r?(i(r),!0):!1}}var $y=ga(0,!1),Wu=ga(1,!1),C2=ga(0,!0),A2=ga(1,!0);var Rt=class n{constructor(e,t,i,s,r){this.changes=e,this.effects=t,this.mapped=i,this.startSelection=s,this.selectionsAfter=r}setSelAfter(e){return new n(this.changes,this.effects,this.mapped,this.startSelection,e)}toJSON(){var e,t,i;return{changes:(e=this.changes)===null||e===void 0?void 0:e.toJSON(),mapped:(t=this.mapped)===null||t===void 0?void 0:t.toJSON(),startSelection:(i=this.startSelection)===null||i===void 0?void 0:i.toJSON(),selectionsAfter:this.selectionsAfter.map(s=>s.toJSON())}}static fromJSON(e){return new n(e.changes&&oe.fromJSON(e.changes),[],e.mapped&&tn.fromJSON(e.mapped),e.startSelection&&A.fromJSON(e.startSelection),e.selectionsAfter.map(A.fromJSON))}static fromTransaction(e,t){let i=St;for(let s of e.startState.facet(S2)){let r=s(e);r.length&&(i=i.concat(r))}return!i.length&&e.changes.empty?null:new n(e.changes.invert(e.startState.doc),i,void 0,t||e.startState.selection,St)}static selection(e){return new n(void 0,St,void 0,void 0,e)}};function ma(n,e,t,i){let s=e+1>t+20?e-t-1:0,r=n.slice(s,e);return r.push(i),r}function T2(n,e){let t=[],i=!1;return n.iterChangedRanges((s,r)=>t.push(s,r)),e.iterChangedRanges((s,r,o,a)=>{for(let l=0;l<t.length;){let h=t[l++],c=t[l++];a>=h&&o<=c&&(i=!0)}}),i}function M2(n,e){return n.ranges.length==e.ranges.length&&n.ranges.filter((t,i)=>t.empty!=e.ranges[i].empty).length===0}function Hy(n,e){return n.length?e.length?n.concat(e):n:e}var St=[],E2=200;function Wy(n,e){if(n.length){let t=n[n.length-1],i=t.selectionsAfter.slice(Math.max(0,t.selectionsAfter.length-E2));return i.length&&i[i.length-1].eq(e)?n:(i.push(e),ma(n,n.length-1,1e9,t.setSelAfter(i)))}else return[Rt.selection([e])]}function D2(n){let e=n[n.length-1],t=n.slice();return t[n.length-1]=e.setSelAfter(e.selectionsAfter.slice(0,e.selectionsAfter.length-1)),t}function $u(n,e){if(!n.length)return n;let t=n.length,i=St;for(;t;){let s=P2(n[t-1],e,i);if(s.changes&&!s.changes.empty||s.effects.length){let r=n.slice(0,t);return r[t-1]=s,r}else e=s.mapped,t--,i=s.selectionsAfter}return i.length?[Rt.selection(i)]:St}function P2(n,e,t){let i=Hy(n.selectionsAfter.length?n.selectionsAfter.map(a=>a.map(e)):St,t);if(!n.changes)return Rt.selection(i);let s=n.changes.map(e),r=e.mapDesc(n.changes,!0),o=n.mapped?n.mapped.composeDesc(r):r;return new Rt(s,q.mapEffects(n.effects,e),o,n.startSelection.map(r),i)}var O2=/^(input\.type|delete)($|\.)/,li=class n{constructor(e,t,i=0,s=void 0){this.done=e,this.undone=t,this.prevTime=i,this.prevUserEvent=s}isolate(){return this.prevTime?new n(this.done,this.undone):this}addChanges(e,t,i,s,r){let o=this.done,a=o[o.length-1];return a&&a.changes&&!a.changes.empty&&e.changes&&(!i||O2.test(i))&&(!a.selectionsAfter.length&&t-this.prevTime<s.newGroupDelay&&s.joinToEvent(r,T2(a.changes,e.changes))||i=="input.type.compose")?o=ma(o,o.length-1,s.minDepth,new Rt(e.changes.compose(a.changes),Hy(q.mapEffects(e.effects,a.changes),a.effects),a.mapped,a.startSelection,St)):o=ma(o,o.length,s.minDepth,e),new n(o,St,t,i)}addSelection(e,t,i,s){let r=this.done.length?this.done[this.done.length-1].selectionsAfter:St;return r.length>0&&t-this.prevTime<s&&i==this.prevUserEvent&&i&&/^select($|\.)/.test(i)&&M2(r[r.length-1],e)?this:new n(Wy(this.done,e),this.undone,t,i)}addMapping(e){return new n($u(this.done,e),$u(this.undone,e),this.prevTime,this.prevUserEvent)}pop(e,t,i){let s=e==0?this.done:this.undone;if(s.length==0)return null;let r=s[s.length-1],o=r.selectionsAfter[0]||(r.startSelection?r.startSelection.map(r.changes.invertedDesc,1):t.selection);if(i&&r.selectionsAfter.length)return t.update({selection:r.selectionsAfter[r.selectionsAfter.length-1],annotations:Hu.of({side:e,rest:D2(s),selection:o}),userEvent:e==0?"select.undo":"select.redo",scrollIntoView:!0});if(r.changes){let a=s.length==1?St:s.slice(0,s.length-1);return r.mapped&&(a=$u(a,r.mapped)),t.update({changes:r.changes,selection:r.startSelection,effects:r.effects,annotations:Hu.of({side:e,rest:a,selection:o}),filter:!1,userEvent:e==0?"undo":"redo",scrollIntoView:!0})}else return null}};li.empty=new li(St,St);var zy=[{key:"Mod-z",run:$y,preventDefault:!0},{key:"Mod-y",mac:"Mod-Shift-z",run:Wu,preventDefault:!0},{linux:"Ctrl-Shift-z",run:Wu,preventDefault:!0},{key:"Mod-u",run:C2,preventDefault:!0},{key:"Alt-u",mac:"Mod-Shift-u",run:A2,preventDefault:!0}];function Ui(n,e){return A.create(n.ranges.map(e),n.mainIndex)}function _t(n,e){return n.update({selection:e,scrollIntoView:!0,userEvent:"select"})}function Lt({state:n,dispatch:e},t){let i=Ui(n.selection,t);return i.eq(n.selection,!0)?!1:(e(_t(n,i)),!0)}function ya(n,e){return A.cursor(e?n.to:n.from)}function Vy(n,e){return Lt(n,t=>t.empty?n.moveByChar(t,e):ya(t,e))}function Ge(n){return n.textDirectionAt(n.state.selection.main.head)==ie.LTR}var Uy=n=>Vy(n,!Ge(n)),jy=n=>Vy(n,Ge(n));function Gy(n,e){return Lt(n,t=>t.empty?n.moveByGroup(t,e):ya(t,e))}var R2=n=>Gy(n,!Ge(n)),_2=n=>Gy(n,Ge(n));var cD=typeof Intl<"u"&&Intl.Segmenter?new Intl.Segmenter(void 0,{granularity:"word"}):null;function L2(n,e,t){if(e.type.prop(t))return!0;let i=e.to-e.from;return i&&(i>2||/[^\s,.;:]/.test(n.sliceDoc(e.from,e.to)))||e.firstChild}function va(n,e,t){let i=je(n).resolveInner(e.head),s=t?V.closedBy:V.openedBy;for(let l=e.head;;){let h=t?i.childAfter(l):i.childBefore(l);if(!h)break;L2(n,h,s)?i=h:l=t?h.to:h.from}let r=i.type.prop(s),o,a;return r&&(o=t?Ot(n,i.from,1):Ot(n,i.to,-1))&&o.matched?a=t?o.end.to:o.end.from:a=t?i.to:i.from,A.cursor(a,t?-1:1)}var B2=n=>Lt(n,e=>va(n.state,e,!Ge(n))),I2=n=>Lt(n,e=>va(n.state,e,Ge(n)));function Ky(n,e){return Lt(n,t=>{if(!t.empty)return ya(t,e);let i=n.moveVertically(t,e);return i.head!=t.head?i:n.moveToLineBoundary(t,e)})}var Yy=n=>Ky(n,!1),Jy=n=>Ky(n,!0);function Xy(n){let e=n.scrollDOM.clientHeight<n.scrollDOM.scrollHeight-2,t=0,i=0,s;if(e){for(let r of n.state.facet(E.scrollMargins)){let o=r(n);o?.top&&(t=Math.max(o?.top,t)),o?.bottom&&(i=Math.max(o?.bottom,i))}s=n.scrollDOM.clientHeight-t-i}else s=(n.dom.ownerDocument.defaultView||window).innerHeight;return{marginTop:t,marginBottom:i,selfScroll:e,height:Math.max(n.defaultLineHeight,s-5)}}function Zy(n,e){let t=Xy(n),{state:i}=n,s=Ui(i.selection,o=>o.empty?n.moveVertically(o,e,t.height):ya(o,e));if(s.eq(i.selection))return!1;let r;if(t.selfScroll){let o=n.coordsAtPos(i.selection.main.head),a=n.scrollDOM.getBoundingClientRect(),l=a.top+t.marginTop,h=a.bottom-t.marginBottom;o&&o.top>l&&o.bottom<h&&(r=E.scrollIntoView(s.main.head,{y:"start",yMargin:o.top-l}))}return n.dispatch(_t(i,s),{effects:r}),!0}var Ey=n=>Zy(n,!1),zu=n=>Zy(n,!0);function On(n,e,t){let i=n.lineBlockAt(e.head),s=n.moveToLineBoundary(e,t);if(s.head==e.head&&s.head!=(t?i.to:i.from)&&(s=n.moveToLineBoundary(e,t,!1)),!t&&s.head==i.from&&i.length){let r=/^\s*/.exec(n.state.sliceDoc(i.from,Math.min(i.from+100,i.to)))[0].length;r&&e.head!=i.from+r&&(s=A.cursor(i.from+r))}return s}var F2=n=>Lt(n,e=>On(n,e,!0)),q2=n=>Lt(n,e=>On(n,e,!1)),N2=n=>Lt(n,e=>On(n,e,!Ge(n))),$2=n=>Lt(n,e=>On(n,e,Ge(n))),H2=n=>Lt(n,e=>n.moveToLineBoundary(e,!1,!1)),W2=n=>Lt(n,e=>n.moveToLineBoundary(e,!0,!1));function z2(n,e,t){let i=!1,s=Ui(n.selection,r=>{let o=Ot(n,r.head,-1)||Ot(n,r.head,1)||r.head>0&&Ot(n,r.head-1,1)||r.head<n.doc.length&&Ot(n,r.head+1,-1);if(!o||!o.end)return r;i=!0;let a=o.start.from==r.head?o.end.to:o.end.from;return t?A.range(r.anchor,a):A.cursor(a)});return i?(e(_t(n,s)),!0):!1}var V2=({state:n,dispatch:e})=>z2(n,e,!1);function Ct(n,e,t){let i=Ui(n.state.selection,s=>{s.undirectional&&s.head>=s.anchor!=e&&(s=A.range(s.head,s.anchor));let r=t(s);return A.range(s.anchor,r.head,r.goalColumn,r.bidiLevel||void 0,r.assoc)});return i.eq(n.state.selection)?!1:(n.dispatch(_t(n.state,i)),!0)}function Qy(n,e){return Ct(n,e,t=>n.moveByChar(t,e))}var e0=n=>Qy(n,!Ge(n)),t0=n=>Qy(n,Ge(n));function n0(n,e){return Ct(n,e,t=>n.moveByGroup(t,e))}var U2=n=>n0(n,!Ge(n)),j2=n=>n0(n,Ge(n));var G2=n=>{let e=!Ge(n);return Ct(n,e,t=>va(n.state,t,e))},K2=n=>{let e=Ge(n);return Ct(n,e,t=>va(n.state,t,e))};function i0(n,e){return Ct(n,e,t=>n.moveVertically(t,e))}var s0=n=>i0(n,!1),r0=n=>i0(n,!0);function o0(n,e){return Ct(n,e,t=>n.moveVertically(t,e,Xy(n).height))}var Dy=n=>o0(n,!1),Py=n=>o0(n,!0),Y2=n=>Ct(n,!0,e=>On(n,e,!0)),J2=n=>Ct(n,!1,e=>On(n,e,!1)),X2=n=>{let e=!Ge(n);return Ct(n,e,t=>On(n,t,e))},Z2=n=>{let e=Ge(n);return Ct(n,e,t=>On(n,t,e))},Q2=n=>Ct(n,!1,e=>A.cursor(n.lineBlockAt(e.head).from)),eC=n=>Ct(n,!0,e=>A.cursor(n.lineBlockAt(e.head).to)),Oy=({state:n,dispatch:e})=>(e(_t(n,{anchor:0})),!0),Ry=({state:n,dispatch:e})=>(e(_t(n,{anchor:n.doc.length})),!0),_y=({state:n,dispatch:e})=>(e(_t(n,{anchor:n.selection.main.anchor,head:0})),!0),Ly=({state:n,dispatch:e})=>(e(_t(n,{anchor:n.selection.main.anchor,head:n.doc.length})),!0),tC=({state:n,dispatch:e})=>(e(n.update({selection:{anchor:0,head:n.doc.length},userEvent:"select"})),!0),nC=({state:n,dispatch:e})=>{let t=ba(n).map(({from:i,to:s})=>A.undirectionalRange(i,Math.min(s+1,n.doc.length)));return e(n.update({selection:A.create(t),userEvent:"select"})),!0},iC=({state:n,dispatch:e})=>{let t=Ui(n.selection,i=>{let s=je(n),r=s.resolveStack(i.from,1);if(i.empty){let o=s.resolveStack(i.from,-1);o.node.from>=r.node.from&&o.node.to<=r.node.to&&(r=o)}for(let o=r;o;o=o.next){let{node:a}=o;if((a.from<i.from&&a.to>=i.to||a.to>i.to&&a.from<=i.from)&&o.next)return A.undirectionalRange(a.from,a.to)}return i});return t.eq(n.selection)?!1:(e(_t(n,t)),!0)};function a0(n,e){let{state:t}=n,i=t.selection,s=t.selection.ranges.slice();for(let r of t.selection.ranges){let o=t.doc.lineAt(r.head);if(e?o.to<n.state.doc.length:o.from>0)for(let a=r;;){let l=n.moveVertically(a,e);if(l.head<o.from||l.head>o.to){s.some(h=>h.head==l.head)||s.push(l);break}else{if(l.head==a.head)break;a=l}}}return s.length==i.ranges.length?!1:(n.dispatch(_t(t,A.create(s,s.length-1))),!0)}var sC=n=>a0(n,!1),rC=n=>a0(n,!0),oC=({state:n,dispatch:e})=>{let t=n.selection,i=null;return t.ranges.length>1?i=A.create([t.main]):t.main.empty||(i=A.create([A.cursor(t.main.head)])),i?(e(_t(n,i)),!0):!1};function rr(n,e){if(n.state.readOnly)return!1;let t="delete.selection",{state:i}=n,s=i.changeByRange(r=>{let{from:o,to:a}=r;if(o==a){let l=e(r);l<o?(t="delete.backward",l=pa(n,l,!1)):l>o&&(t="delete.forward",l=pa(n,l,!0)),o=Math.min(o,l),a=Math.max(a,l)}else o=pa(n,o,!1),a=pa(n,a,!0);return o==a?{range:r}:{changes:{from:o,to:a},range:A.cursor(o,o<r.head?-1:1)}});return s.changes.empty?!1:(n.dispatch(i.update(s,{scrollIntoView:!0,userEvent:t,effects:t=="delete.selection"?E.announce.of(i.phrase("Selection deleted")):void 0})),!0)}function pa(n,e,t){if(n instanceof E)for(let i of n.state.facet(E.atomicRanges).map(s=>s(n)))i.between(e,e,(s,r)=>{s<e&&r>e&&(e=t?r:s)});return e}var l0=(n,e,t)=>rr(n,i=>{let s=i.from,{state:r}=n,o=r.doc.lineAt(s),a,l;if(t&&!e&&s>o.from&&s<o.from+200&&!/[^ \t]/.test(a=o.text.slice(0,s-o.from))){if(a[a.length-1]=="	")return s-1;let h=jn(a,r.tabSize),c=h%Ut(r)||Ut(r);for(let d=0;d<c&&a[a.length-1-d]==" ";d++)s--;l=s}else l=Te(o.text,s-o.from,e,e)+o.from,l==s&&o.number!=(e?r.doc.lines:1)?l+=e?1:-1:!e&&/[\ufe00-\ufe0f]/.test(o.text.slice(l-o.from,s-o.from))&&(l=Te(o.text,l-o.from,!1,!1)+o.from);return l}),Vu=n=>l0(n,!1,!0);var h0=n=>l0(n,!0,!1),c0=(n,e)=>rr(n,t=>{let i=t.head,{state:s}=n,r=s.doc.lineAt(i),o=s.charCategorizer(i);for(let a=null;;){if(i==(e?r.to:r.from)){i==t.head&&r.number!=(e?s.doc.lines:1)&&(i+=e?1:-1);break}let l=Te(r.text,i-r.from,e)+r.from,h=r.text.slice(Math.min(i,l)-r.from,Math.max(i,l)-r.from),c=o(h);if(a!=null&&c!=a)break;(h!=" "||i!=t.head)&&(a=c),i=l}return i}),u0=n=>c0(n,!1),aC=n=>c0(n,!0);var lC=n=>rr(n,e=>{let t=n.lineBlockAt(e.head).to;return e.head<t?t:Math.min(n.state.doc.length,e.head+1)});var hC=n=>rr(n,e=>{let t=n.moveToLineBoundary(e,!1).head;return e.head>t?t:Math.max(0,e.head-1)}),cC=n=>rr(n,e=>{let t=n.moveToLineBoundary(e,!0).head;return e.head<t?t:Math.min(n.state.doc.length,e.head+1)});var uC=({state:n,dispatch:e})=>{if(n.readOnly)return!1;let t=n.changeByRange(i=>({changes:{from:i.from,to:i.to,insert:j.of(["",""])},range:A.cursor(i.from)}));return e(n.update(t,{scrollIntoView:!0,userEvent:"input"})),!0},dC=({state:n,dispatch:e})=>{if(n.readOnly)return!1;let t=n.changeByRange(i=>{if(!i.empty||i.from==0||i.from==n.doc.length)return{range:i};let s=i.from,r=n.doc.lineAt(s),o=s==r.from?s-1:Te(r.text,s-r.from,!1)+r.from,a=s==r.to?s+1:Te(r.text,s-r.from,!0)+r.from;return{changes:{from:o,to:a,insert:n.doc.slice(s,a).append(n.doc.slice(o,s))},range:A.cursor(a)}});return t.changes.empty?!1:(e(n.update(t,{scrollIntoView:!0,userEvent:"move.character"})),!0)};function ba(n){let e=[],t=-1;for(let i of n.selection.ranges){let s=n.doc.lineAt(i.from),r=n.doc.lineAt(i.to);if(!i.empty&&i.to==r.from&&(r=n.doc.lineAt(i.to-1)),t>=s.number){let o=e[e.length-1];o.to=r.to,o.ranges.push(i)}else e.push({from:s.from,to:r.to,ranges:[i]});t=r.number+1}return e}function d0(n,e,t){if(n.readOnly)return!1;let i=[],s=[];for(let r of ba(n)){if(t?r.to==n.doc.length:r.from==0)continue;let o=n.doc.lineAt(t?r.to+1:r.from-1),a=o.length+1;if(t){i.push({from:r.to,to:o.to},{from:r.from,insert:o.text+n.lineBreak});for(let l of r.ranges)s.push(A.range(Math.min(n.doc.length,l.anchor+a),Math.min(n.doc.length,l.head+a)))}else{i.push({from:o.from,to:r.from},{from:r.to,insert:n.lineBreak+o.text});for(let l of r.ranges)s.push(A.range(l.anchor-a,l.head-a))}}return i.length?(e(n.update({changes:i,scrollIntoView:!0,selection:A.create(s,n.selection.mainIndex),userEvent:"move.line"})),!0):!1}var fC=({state:n,dispatch:e})=>d0(n,e,!1),pC=({state:n,dispatch:e})=>d0(n,e,!0);function f0(n,e,t){if(n.readOnly)return!1;let i=[];for(let r of ba(n))t?i.push({from:r.from,insert:n.doc.slice(r.from,r.to)+n.lineBreak}):i.push({from:r.to,insert:n.lineBreak+n.doc.slice(r.from,r.to)});let s=n.changes(i);return e(n.update({changes:s,selection:n.selection.map(s,t?1:-1),scrollIntoView:!0,userEvent:"input.copyline"})),!0}var mC=({state:n,dispatch:e})=>f0(n,e,!1),gC=({state:n,dispatch:e})=>f0(n,e,!0),yC=n=>{if(n.state.readOnly)return!1;let{state:e}=n,t=e.changes(ba(e).map(({from:s,to:r})=>(s>0?s--:r<e.doc.length&&r++,{from:s,to:r}))),i=Ui(e.selection,s=>{let r;if(n.lineWrapping){let o=n.lineBlockAt(s.head),a=n.coordsAtPos(s.head,s.assoc||1);a&&(r=o.bottom+n.documentTop-a.bottom+n.defaultLineHeight/2)}return n.moveVertically(s,!0,r)}).map(t);return n.dispatch({changes:t,selection:i,scrollIntoView:!0,userEvent:"delete.line"}),!0};function vC(n,e){if(/\(\)|\[\]|\{\}/.test(n.sliceDoc(e-1,e+1)))return{from:e,to:e};let t=je(n).resolveInner(e),i=t.childBefore(e),s=t.childAfter(e),r;return i&&s&&i.to<=e&&s.from>=e&&(r=i.type.prop(V.closedBy))&&r.indexOf(s.name)>-1&&n.doc.lineAt(i.to).from==n.doc.lineAt(s.from).from&&!/\S/.test(n.sliceDoc(i.to,s.from))?{from:i.to,to:s.from}:null}var By=p0(!1),bC=p0(!0);function p0(n){return({state:e,dispatch:t})=>{if(e.readOnly)return!1;let i=e.changeByRange(s=>{let{from:r,to:o}=s,a=e.doc.lineAt(r),l=!n&&r==o&&vC(e,r);n&&(r=o=(o<=a.to?a:e.doc.lineAt(o)).to);let h=new ni(e,{simulateBreak:r,simulateDoubleBreak:!!l}),c=Hc(h,r);for(c==null&&(c=jn(/^\s*/.exec(e.doc.lineAt(r).text)[0],e.tabSize));o<a.to&&/\s/.test(a.text[o-a.from]);)o++;l?{from:r,to:o}=l:r>a.from&&r<a.from+100&&!/\S/.test(a.text.slice(0,r))&&(r=a.from);let d=["",Us(e,c)];return l&&d.push(Us(e,h.lineIndent(a.from,-1))),{changes:{from:r,to:o,insert:j.of(d)},range:A.cursor(r+1+d[1].length)}});return t(e.update(i,{scrollIntoView:!0,userEvent:"input"})),!0}}function Gu(n,e){let t=-1;return n.changeByRange(i=>{let s=[];for(let o=i.from;o<=i.to;){let a=n.doc.lineAt(o);a.number>t&&(i.empty||i.to>a.from)&&(e(a,s,i),t=a.number),o=a.to+1}let r=n.changes(s);return{changes:s,range:A.range(r.mapPos(i.anchor,1),r.mapPos(i.head,1))}})}var wC=({state:n,dispatch:e})=>{if(n.readOnly)return!1;let t=Object.create(null),i=new ni(n,{overrideIndentation:r=>{let o=t[r];return o??-1}}),s=Gu(n,(r,o,a)=>{let l=Hc(i,r.from);if(l==null)return;/\S/.test(r.text)||(l=0);let h=/^\s*/.exec(r.text)[0],c=Us(n,l);(h!=c||a.from<r.from+h.length)&&(t[r.from]=l,o.push({from:r.from,to:r.from+h.length,insert:c}))});return s.changes.empty||e(n.update(s,{userEvent:"indent"})),!0},m0=({state:n,dispatch:e})=>n.readOnly?!1:(e(n.update(Gu(n,(t,i)=>{i.push({from:t.from,insert:n.facet(jt)})}),{userEvent:"input.indent"})),!0),g0=({state:n,dispatch:e})=>n.readOnly?!1:(e(n.update(Gu(n,(t,i)=>{let s=/^\s*/.exec(t.text)[0];if(!s)return;let r=jn(s,n.tabSize),o=0,a=Us(n,Math.max(0,r-Ut(n)));for(;o<s.length&&o<a.length&&s.charCodeAt(o)==a.charCodeAt(o);)o++;i.push({from:t.from+o,to:t.from+s.length,insert:a.slice(o)})}),{userEvent:"delete.dedent"})),!0),kC=n=>(n.setTabFocusMode(),!0);var xC=[{key:"Ctrl-b",run:Uy,shift:e0,preventDefault:!0},{key:"Ctrl-f",run:jy,shift:t0},{key:"Ctrl-p",run:Yy,shift:s0},{key:"Ctrl-n",run:Jy,shift:r0},{key:"Ctrl-a",run:H2,shift:Q2},{key:"Ctrl-e",run:W2,shift:eC},{key:"Ctrl-d",run:h0},{key:"Ctrl-h",run:Vu},{key:"Ctrl-k",run:lC},{key:"Ctrl-Alt-h",run:u0},{key:"Ctrl-o",run:uC},{key:"Ctrl-t",run:dC},{key:"Ctrl-v",run:zu}],SC=[{key:"ArrowLeft",run:Uy,shift:e0,preventDefault:!0},{key:"Mod-ArrowLeft",mac:"Alt-ArrowLeft",run:R2,shift:U2,preventDefault:!0},{mac:"Cmd-ArrowLeft",run:N2,shift:X2,preventDefault:!0},{key:"ArrowRight",run:jy,shift:t0,preventDefault:!0},{key:"Mod-ArrowRight",mac:"Alt-ArrowRight",run:_2,shift:j2,preventDefault:!0},{mac:"Cmd-ArrowRight",run:$2,shift:Z2,preventDefault:!0},{key:"ArrowUp",run:Yy,shift:s0,preventDefault:!0},{mac:"Cmd-ArrowUp",run:Oy,shift:_y},{mac:"Ctrl-ArrowUp",run:Ey,shift:Dy},{key:"ArrowDown",run:Jy,shift:r0,preventDefault:!0},{mac:"Cmd-ArrowDown",run:Ry,shift:Ly},{mac:"Ctrl-ArrowDown",run:zu,shift:Py},{key:"PageUp",run:Ey,shift:Dy},{key:"PageDown",run:zu,shift:Py},{key:"Home",run:q2,shift:J2,preventDefault:!0},{key:"Mod-Home",run:Oy,shift:_y},{key:"End",run:F2,shift:Y2,preventDefault:!0},{key:"Mod-End",run:Ry,shift:Ly},{key:"Enter",run:By,shift:By},{key:"Mod-a",run:tC},{key:"Backspace",run:Vu,shift:Vu,preventDefault:!0},{key:"Delete",run:h0,preventDefault:!0},{key:"Mod-Backspace",mac:"Alt-Backspace",run:u0,preventDefault:!0},{key:"Mod-Delete",mac:"Alt-Delete",run:aC,preventDefault:!0},{mac:"Mod-Backspace",run:hC,preventDefault:!0},{mac:"Mod-Delete",run:cC,preventDefault:!0}].concat(xC.map(n=>({mac:n.key,run:n.run,shift:n.shift}))),y0=[{key:"Alt-ArrowLeft",mac:"Ctrl-ArrowLeft",run:B2,shift:G2},{key:"Alt-ArrowRight",mac:"Ctrl-ArrowRight",run:I2,shift:K2},{key:"Alt-ArrowUp",run:fC},{key:"Shift-Alt-ArrowUp",run:mC},{key:"Alt-ArrowDown",run:pC},{key:"Shift-Alt-ArrowDown",run:gC},{key:"Mod-Alt-ArrowUp",run:sC},{key:"Mod-Alt-ArrowDown",run:rC},{key:"Escape",run:oC},{key:"Mod-Enter",run:bC},{key:"Alt-l",mac:"Ctrl-l",run:nC},{key:"Mod-i",run:iC,preventDefault:!0},{key:"Mod-[",run:g0},{key:"Mod-]",run:m0},{key:"Mod-Alt-\\",run:wC},{key:"Shift-Mod-k",run:yC},{key:"Shift-Mod-\\",run:V2},{key:"Mod-/",run:m2},{key:"Alt-A",mac:"Ctrl-A",run:y2},{key:"Ctrl-m",mac:"Shift-Alt-m",run:kC}].concat(SC),v0={key:"Tab",run:m0,shift:g0};var b0=typeof String.prototype.normalize=="function"?n=>n.normalize("NFKD"):n=>n,_n=class{constructor(e,t,i=0,s=e.length,r,o){this.test=o,this.value={from:0,to:0,precise:!1},this.done=!1,this.matches=[],this.buffer="",this.bufferPos=0,this.iter=e.iterRange(i,s),this.bufferStart=i,this.normalize=r?a=>r(b0(a)):b0,this.query=this.normalize(t)}peek(){if(this.bufferPos==this.buffer.length){if(this.bufferStart+=this.buffer.length,this.iter.next(),this.iter.done)return-1;this.bufferPos=0,this.buffer=this.iter.value}return Tt(this.buffer,this.bufferPos)}next(){for(;this.matches.length;)this.matches.pop();return this.nextOverlapping()}nextOverlapping(){for(;;){let e=this.peek();if(e<0)return this.done=!0,this;let t=Gr(e),i=this.bufferStart+this.bufferPos;this.bufferPos+=qt(e);let s=this.normalize(t);if(s.length)for(let r=0,o=i,a=!0;;r++){let l=s.charCodeAt(r),h=this.match(l,o,a,this.bufferPos+this.bufferStart,r==s.length-1);if(h)return this.value=h,this;if(r==s.length-1)break;a&&r<t.length&&t.charCodeAt(r)==l?o++:a=!1}}}match(e,t,i,s,r){let o=null;for(let a=0;a<this.matches.length;){let l=this.matches[a],h=!1;this.query.charCodeAt(l.index)==e&&(l.index==this.query.length-1?o={from:l.from,to:s,precise:r&&l.precise}:(l.index++,h=!0)),h?a++:this.matches.splice(a,1)}return this.query.charCodeAt(0)==e&&(this.query.length==1?o={from:t,to:s,precise:i&&r}:this.matches.push({from:t,index:1,precise:i})),o&&this.test&&!this.test(o.from,o.to,this.buffer,this.bufferStart)&&(o=null),o}};typeof Symbol<"u"&&(_n.prototype[Symbol.iterator]=function(){return this});var x0={from:-1,to:-1,match:/.*/.exec(""),precise:!0},ed="gm"+(/x/.unicode==null?"":"u"),xa=class{constructor(e,t,i,s=0,r=e.length){if(this.text=e,this.to=r,this.curLine="",this.done=!1,this.value=x0,/\\[sWDnr]|\n|\r|\[\^/.test(t))return new Ca(e,t,i,s,r);this.re=new RegExp(t,ed+(i?.ignoreCase?"i":"")),this.test=i?.test,this.iter=e.iter();let o=e.lineAt(s);this.curLineStart=o.from,this.matchPos=Aa(e,s),this.getLine(this.curLineStart)}getLine(e){this.iter.next(e),this.iter.lineBreak?this.curLine="":(this.curLine=this.iter.value,this.curLineStart+this.curLine.length>this.to&&(this.curLine=this.curLine.slice(0,this.to-this.curLineStart)),this.iter.next())}nextLine(){this.curLineStart=this.curLineStart+this.curLine.length+1,this.curLineStart>this.to?this.curLine="":this.getLine(0)}next(){for(let e=this.matchPos-this.curLineStart;;){this.re.lastIndex=e;let t=this.matchPos<=this.to&&this.re.exec(this.curLine);if(t){let i=this.curLineStart+t.index,s=i+t[0].length;if(this.matchPos=Aa(this.text,s+(i==s?1:0)),i==this.curLineStart+this.curLine.length&&this.nextLine(),(i<s||i>this.value.to)&&(!this.test||this.test(i,s,t)))return this.value={from:i,to:s,precise:!0,match:t},this;e=this.matchPos-this.curLineStart}else if(this.curLineStart+this.curLine.length<this.to)this.nextLine(),e=0;else return this.done=!0,this}}},Ku=new WeakMap,Sa=class n{constructor(e,t){this.from=e,this.text=t}get to(){return this.from+this.text.length}static get(e,t,i){let s=Ku.get(e);if(!s||s.from>=i||s.to<=t){let a=new n(t,e.sliceString(t,i));return Ku.set(e,a),a}if(s.from==t&&s.to==i)return s;let{text:r,from:o}=s;return o>t&&(r=e.sliceString(t,o)+r,o=t),s.to<i&&(r+=e.sliceString(s.to,i)),Ku.set(e,new n(o,r)),new n(t,r.slice(t-o,i-o))}},Ca=class{constructor(e,t,i,s,r){this.text=e,this.to=r,this.done=!1,this.value=x0,this.matchPos=Aa(e,s),this.re=new RegExp(t,ed+(i?.ignoreCase?"i":"")),this.test=i?.test,this.flat=Sa.get(e,s,this.chunkEnd(s+5e3))}chunkEnd(e){return e>=this.to?this.to:this.text.lineAt(e).to}next(){for(;;){let e=this.re.lastIndex=this.matchPos-this.flat.from,t=this.re.exec(this.flat.text);if(t&&!t[0]&&t.index==e&&(this.re.lastIndex=e+1,t=this.re.exec(this.flat.text)),t){let i=this.flat.from+t.index,s=i+t[0].length;if((this.flat.to>=this.to||t.index+t[0].length<=this.flat.text.length-10)&&(!this.test||this.test(i,s,t)))return this.value={from:i,to:s,precise:!0,match:t},this.matchPos=Aa(this.text,s+(i==s?1:0)),this}if(this.flat.to==this.to)return this.done=!0,this;this.flat=Sa.get(this.text,this.flat.from,this.chunkEnd(this.flat.from+this.flat.text.length*2))}}};typeof Symbol<"u"&&(xa.prototype[Symbol.iterator]=Ca.prototype[Symbol.iterator]=function(){return this});function CC(n){try{return new RegExp(n,ed),!0}catch{return!1}}function Aa(n,e){if(e>=n.length)return e;let t=n.lineAt(e),i;for(;e<t.to&&(i=t.text.charCodeAt(e-t.from))>=56320&&i<57344;)e++;return e}var AC=n=>{let e=Oo(n,"cm-goto-line");if(e){let o=e.dom.querySelector("input[type=text]");return o&&o.select(),!0}let{state:t}=n,i=String(t.doc.lineAt(n.state.selection.main.head).number),{close:s,result:r}=$i(n,{class:"cm-goto-line",label:t.phrase("Go to line"),input:{type:"text",name:"line",value:i},focus:!0,submitLabel:t.phrase("go")});return r.then(o=>{let a=o&&/^([+-])?(\d+)?(:\d+)?(%)?$/.exec(o.elements.line.value);if(!a){n.dispatch({effects:s});return}let l=t.doc.lineAt(t.selection.main.head),[,h,c,d,f]=a,p=d?+d.slice(1):0,m=c?+c:l.number;if(c&&f){let v=m/100;h&&(v=v*(h=="-"?-1:1)+l.number/t.doc.lines),m=Math.round(t.doc.lines*v)}else c&&h&&(m=m*(h=="-"?-1:1)+l.number);let g=t.doc.line(Math.max(1,Math.min(t.doc.lines,m))),y=A.cursor(g.from+Math.max(0,Math.min(p,g.length)));n.dispatch({effects:[s,E.scrollIntoView(y.from,{y:"center"})],selection:y})}),!0},TC={highlightWordAroundCursor:!1,minSelectionLength:1,maxMatches:100,wholeWords:!1},S0=P.define({combine(n){return Xe(n,TC,{highlightWordAroundCursor:(e,t)=>e||t,minSelectionLength:Math.min,maxMatches:Math.min})}});function C0(n){let e=[OC,PC];return n&&e.push(S0.of(n)),e}var MC=I.mark({class:"cm-selectionMatch"}),EC=I.mark({class:"cm-selectionMatch cm-selectionMatch-main"});function w0(n,e,t,i){return(t==0||n(e.sliceDoc(t-1,t))!=pe.Word)&&(i==e.doc.length||n(e.sliceDoc(i,i+1))!=pe.Word)}function DC(n,e,t,i){return n(e.sliceDoc(t,t+1))==pe.Word&&n(e.sliceDoc(i-1,i))==pe.Word}var PC=me.fromClass(class{constructor(n){this.decorations=this.getDeco(n)}update(n){(n.selectionSet||n.docChanged||n.viewportChanged)&&(this.decorations=this.getDeco(n.view))}getDeco(n){let e=n.state.facet(S0),{state:t}=n,i=t.selection;if(i.ranges.length>1)return I.none;let s=i.main,r,o=null;if(s.empty){if(!e.highlightWordAroundCursor)return I.none;let l=t.wordAt(s.head);if(!l)return I.none;o=t.charCategorizer(s.head),r=t.sliceDoc(l.from,l.to)}else{let l=s.to-s.from;if(l<e.minSelectionLength||l>200)return I.none;if(e.wholeWords){if(r=t.sliceDoc(s.from,s.to),o=t.charCategorizer(s.head),!(w0(o,t,s.from,s.to)&&DC(o,t,s.from,s.to)))return I.none}else if(r=t.sliceDoc(s.from,s.to),!r)return I.none}let a=[];for(let l of n.visibleRanges){let h=new _n(t.doc,r,l.from,l.to);for(;!h.next().done;){let{from:c,to:d}=h.value;if((!o||w0(o,t,c,d))&&(s.empty&&c<=s.from&&d>=s.to?a.push(EC.range(c,d)):(c>=s.to||d<=s.from)&&a.push(MC.range(c,d)),a.length>e.maxMatches))return I.none}}return I.set(a)}},{decorations:n=>n.decorations}),OC=E.baseTheme({".cm-selectionMatch":{backgroundColor:"#99ff7780"},".cm-searchMatch .cm-selectionMatch":{backgroundColor:"transparent"}}),RC=({state:n,dispatch:e})=>{let{selection:t}=n,i=A.create(t.ranges.map(s=>n.wordAt(s.head)||A.cursor(s.head)),t.mainIndex);return i.eq(t)?!1:(e(n.update({selection:i})),!0)};function _C(n,e){let{main:t,ranges:i}=n.selection,s=n.wordAt(t.head),r=s&&s.from==t.from&&s.to==t.to;for(let o=!1,a=new _n(n.doc,e,i[i.length-1].to);;)if(a.next(),a.done){if(o)return null;a=new _n(n.doc,e,0,Math.max(0,i[i.length-1].from-1)),o=!0}else{if(o&&i.some(l=>l.from==a.value.from))continue;if(r){let l=n.wordAt(a.value.from);if(!l||l.from!=a.value.from||l.to!=a.value.to)continue}return a.value}}var LC=({state:n,dispatch:e})=>{let{ranges:t}=n.selection;if(t.some(r=>r.from===r.to))return RC({state:n,dispatch:e});let i=n.sliceDoc(t[0].from,t[0].to);if(n.selection.ranges.some(r=>n.sliceDoc(r.from,r.to)!=i))return!1;let s=_C(n,i);return s?(e(n.update({selection:n.selection.addRange(A.range(s.from,s.to),!1),effects:E.scrollIntoView(s.to)})),!0):!1},hi=P.define({combine(n){return Xe(n,{top:!1,caseSensitive:!1,literal:!1,regexp:!1,wholeWord:!1,createPanel:e=>new Zu(e),scrollToMatch:e=>E.scrollIntoView(e)})}});function A0(n){return n?[hi.of(n),Qu]:Qu}var Ta=class{constructor(e){this.search=e.search,this.caseSensitive=!!e.caseSensitive,this.literal=!!e.literal,this.regexp=!!e.regexp,this.replace=e.replace||"",this.valid=!!this.search&&(!this.regexp||CC(this.search)),this.unquoted=this.unquote(this.search),this.wholeWord=!!e.wholeWord,this.test=e.test}unquote(e){return this.literal?e:e.replace(/\\([nrt\\])/g,(t,i)=>i=="n"?`
`:i=="r"?"\r":i=="t"?"	":"\\")}eq(e){return this.search==e.search&&this.replace==e.replace&&this.caseSensitive==e.caseSensitive&&this.regexp==e.regexp&&this.wholeWord==e.wholeWord&&this.test==e.test}create(){return this.regexp?new Ju(this):new Yu(this)}getCursor(e,t=0,i){let s=e.doc?e:te.create({doc:e});return i==null&&(i=s.doc.length),this.regexp?Gi(this,s,t,i):ji(this,s,t,i)}},Ma=class{constructor(e){this.spec=e}};function BC(n,e,t){return(i,s,r,o)=>{if(t&&!t(i,s,r,o))return!1;let a=i>=o&&s<=o+r.length?r.slice(i-o,s-o):e.doc.sliceString(i,s);return n(a,e,i,s)}}function ji(n,e,t,i){let s;return n.wholeWord&&(s=IC(e.doc,e.charCategorizer(e.selection.main.head))),n.test&&(s=BC(n.test,e,s)),new _n(e.doc,n.unquoted,t,i,n.caseSensitive?void 0:r=>r.toLowerCase(),s)}function IC(n,e){return(t,i,s,r)=>((r>t||r+s.length<i)&&(r=Math.max(0,t-2),s=n.sliceString(r,Math.min(n.length,i+2))),(e(Ea(s,t-r))!=pe.Word||e(Da(s,t-r))!=pe.Word)&&(e(Da(s,i-r))!=pe.Word||e(Ea(s,i-r))!=pe.Word))}var Yu=class extends Ma{constructor(e){super(e)}nextMatch(e,t,i){let s=ji(this.spec,e,i,e.doc.length).nextOverlapping();if(s.done){let r=Math.min(e.doc.length,t+this.spec.unquoted.length);s=ji(this.spec,e,0,r).nextOverlapping()}return s.done||s.value.from==t&&s.value.to==i?null:s.value}prevMatchInRange(e,t,i){for(let s=i;;){let r=Math.max(t,s-1e4-this.spec.unquoted.length),o=ji(this.spec,e,r,s),a=null;for(;!o.nextOverlapping().done;)a=o.value;if(a)return a;if(r==t)return null;s-=1e4}}prevMatch(e,t,i){let s=this.prevMatchInRange(e,0,t);return s||(s=this.prevMatchInRange(e,Math.max(0,i-this.spec.unquoted.length),e.doc.length)),s&&(s.from!=t||s.to!=i)?s:null}getReplacement(e){return this.spec.unquote(this.spec.replace)}matchAll(e,t){let i=ji(this.spec,e,0,e.doc.length),s=[];for(;!i.next().done;){if(s.length>=t)return null;s.push(i.value)}return s}highlight(e,t,i,s){let r=ji(this.spec,e,Math.max(0,t-this.spec.unquoted.length),Math.min(i+this.spec.unquoted.length,e.doc.length));for(;!r.next().done;)s(r.value.from,r.value.to)}};function FC(n,e,t){return(i,s,r)=>(!t||t(i,s,r))&&n(r[0],e,i,s)}function Gi(n,e,t,i){let s;return n.wholeWord&&(s=qC(e.charCategorizer(e.selection.main.head))),n.test&&(s=FC(n.test,e,s)),new xa(e.doc,n.search,{ignoreCase:!n.caseSensitive,test:s},t,i)}function Ea(n,e){return n.slice(Te(n,e,!1),e)}function Da(n,e){return n.slice(e,Te(n,e))}function qC(n){return(e,t,i)=>!i[0].length||(n(Ea(i.input,i.index))!=pe.Word||n(Da(i.input,i.index))!=pe.Word)&&(n(Da(i.input,i.index+i[0].length))!=pe.Word||n(Ea(i.input,i.index+i[0].length))!=pe.Word)}var Ju=class extends Ma{nextMatch(e,t,i){let s=Gi(this.spec,e,i,e.doc.length).next();return s.done&&(s=Gi(this.spec,e,0,t).next()),s.done?null:s.value}prevMatchInRange(e,t,i){for(let s=1;;s++){let r=Math.max(t,i-s*1e4),o=Gi(this.spec,e,r,i),a=null;for(;!o.next().done;)a=o.value;if(a&&(r==t||a.from>r+10))return a;if(r==t)return null}}prevMatch(e,t,i){return this.prevMatchInRange(e,0,t)||this.prevMatchInRange(e,i,e.doc.length)}getReplacement(e){return this.spec.unquote(this.spec.replace).replace(/\$([$&]|\d+)/g,(t,i)=>{if(i=="&")return e.match[0];if(i=="$")return"$";for(let s=i.length;s>0;s--){let r=+i.slice(0,s);if(r>0&&r<e.match.length)return e.match[r]+i.slice(s)}return t})}matchAll(e,t){let i=Gi(this.spec,e,0,e.doc.length),s=[];for(;!i.next().done;){if(s.length>=t)return null;s.push(i.value)}return s}highlight(e,t,i,s){let r=Gi(this.spec,e,Math.max(0,t-250),Math.min(i+250,e.doc.length));for(;!r.next().done;)s(r.value.from,r.value.to)}},ar=q.define(),td=q.define(),Rn=Z.define({create(n){return new or(Xu(n).create(),null)},update(n,e){for(let t of e.effects)t.is(ar)?n=new or(t.value.create(),n.panel):t.is(td)&&(n=new or(n.query,t.value?nd:null));return n},provide:n=>an.from(n,e=>e.panel)});var or=class{constructor(e,t){this.query=e,this.panel=t}},NC=I.mark({class:"cm-searchMatch"}),$C=I.mark({class:"cm-searchMatch cm-searchMatch-selected"}),HC=me.fromClass(class{constructor(n){this.view=n,this.decorations=this.highlight(n.state.field(Rn))}update(n){let e=n.state.field(Rn);(e!=n.startState.field(Rn)||n.docChanged||n.selectionSet||n.viewportChanged)&&(this.decorations=this.highlight(e))}highlight({query:n,panel:e}){if(!e||!n.spec.valid)return I.none;let{view:t}=this,i=new Je;for(let s=0,r=t.visibleRanges,o=r.length;s<o;s++){let{from:a,to:l}=r[s];for(;s<o-1&&l>r[s+1].from-500;)l=r[++s].to;n.highlight(t.state,a,l,(h,c)=>{let d=t.state.selection.ranges.some(f=>f.from==h&&f.to==c);i.add(h,c,d?$C:NC)})}return i.finish()}},{decorations:n=>n.decorations});function lr(n){return e=>{let t=e.state.field(Rn,!1);return t&&t.query.spec.valid?n(e,t):E0(e)}}var Pa=lr((n,{query:e})=>{let{to:t}=n.state.selection.main,i=e.nextMatch(n.state,t,t);if(!i)return!1;let s=A.single(i.from,i.to),r=n.state.facet(hi);return n.dispatch({selection:s,effects:[id(n,i),r.scrollToMatch(s.main,n)],userEvent:"select.search"}),M0(n),!0}),Oa=lr((n,{query:e})=>{let{state:t}=n,{from:i}=t.selection.main,s=e.prevMatch(t,i,i);if(!s)return!1;let r=A.single(s.from,s.to),o=n.state.facet(hi);return n.dispatch({selection:r,effects:[id(n,s),o.scrollToMatch(r.main,n)],userEvent:"select.search"}),M0(n),!0}),WC=lr((n,{query:e})=>{let t=e.matchAll(n.state,1e3);return!t||!t.length?!1:(n.dispatch({selection:A.create(t.map(i=>A.range(i.from,i.to))),userEvent:"select.search.matches"}),!0)}),zC=({state:n,dispatch:e})=>{let t=n.selection;if(t.ranges.length>1||t.main.empty)return!1;let{from:i,to:s}=t.main,r=[],o=0;for(let a=new _n(n.doc,n.sliceDoc(i,s));!a.next().done;){if(r.length>1e3)return!1;a.value.from==i&&(o=r.length),r.push(A.range(a.value.from,a.value.to))}return e(n.update({selection:A.create(r,o),userEvent:"select.search.matches"})),!0},k0=lr((n,{query:e})=>{let{state:t}=n,{from:i,to:s}=t.selection.main;if(t.readOnly)return!1;let r=e.nextMatch(t,i,i);if(!r)return!1;let o=r,a=[],l,h,c=[];o.precise?o.from==i&&o.to==s&&(h=t.toText(e.getReplacement(o)),a.push({from:o.from,to:o.to,insert:h}),o=e.nextMatch(t,o.from,o.to),c.push(E.announce.of(t.phrase("replaced match on line $",t.doc.lineAt(i).number)+"."))):o=e.nextMatch(t,o.from,o.to);let d=n.state.changes(a);return o&&(l=A.single(o.from,o.to).map(d),c.push(id(n,o)),c.push(t.facet(hi).scrollToMatch(l.main,n))),n.dispatch({changes:d,selection:l,effects:c,userEvent:"input.replace"}),!0}),VC=lr((n,{query:e})=>{if(n.state.readOnly)return!1;let t=[];for(let s of e.matchAll(n.state,1e9)){let{from:r,to:o,precise:a}=s;a&&t.push({from:r,to:o,insert:e.getReplacement(s)})}if(!t.length)return!1;let i=n.state.phrase("replaced $ matches",t.length)+".";return n.dispatch({changes:t,effects:E.announce.of(i),userEvent:"input.replace.all"}),!0});function nd(n){return n.state.facet(hi).createPanel(n)}function Xu(n,e){var t,i,s,r,o;let a=n.selection.main,l=a.empty||a.to>a.from+100?"":n.sliceDoc(a.from,a.to);if(e&&!l)return e;let h=n.facet(hi);return new Ta({search:((t=e?.literal)!==null&&t!==void 0?t:h.literal)?l:l.replace(/\n/g,"\\n"),caseSensitive:(i=e?.caseSensitive)!==null&&i!==void 0?i:h.caseSensitive,literal:(s=e?.literal)!==null&&s!==void 0?s:h.literal,regexp:(r=e?.regexp)!==null&&r!==void 0?r:h.regexp,wholeWord:(o=e?.wholeWord)!==null&&o!==void 0?o:h.wholeWord})}function T0(n){let e=Ni(n,nd);return e&&e.dom.querySelector("[main-field]")}function M0(n){let e=T0(n);e&&e==n.root.activeElement&&e.select()}var E0=n=>{let e=n.state.field(Rn,!1);if(e&&e.panel){let t=T0(n);if(t&&t!=n.root.activeElement){let i=Xu(n.state,e.query.spec);i.valid&&n.dispatch({effects:ar.of(i)}),t.focus(),t.select()}}else n.dispatch({effects:[td.of(!0),e?ar.of(Xu(n.state,e.query.spec)):q.appendConfig.of(Qu)]});return!0},D0=n=>{let e=n.state.field(Rn,!1);if(!e||!e.panel)return!1;let t=Ni(n,nd);return t&&t.dom.contains(n.root.activeElement)&&n.focus(),n.dispatch({effects:td.of(!1)}),!0},P0=[{key:"Mod-f",run:E0,scope:"editor search-panel"},{key:"F3",run:Pa,shift:Oa,scope:"editor search-panel",preventDefault:!0},{key:"Mod-g",run:Pa,shift:Oa,scope:"editor search-panel",preventDefault:!0},{key:"Escape",run:D0,scope:"editor search-panel"},{key:"Mod-Shift-l",run:zC},{key:"Mod-Alt-g",run:AC},{key:"Mod-d",run:LC,preventDefault:!0}],Zu=class{constructor(e){this.view=e;let t=this.query=e.state.field(Rn).query.spec;this.commit=this.commit.bind(this),this.searchField=ne("input",{value:t.search,placeholder:dt(e,"Find"),"aria-label":dt(e,"Find"),class:"cm-textfield",name:"search",form:"","main-field":"true",onchange:this.commit,onkeyup:this.commit}),this.replaceField=ne("input",{value:t.replace,placeholder:dt(e,"Replace"),"aria-label":dt(e,"Replace"),class:"cm-textfield",name:"replace",form:"",onchange:this.commit,onkeyup:this.commit}),this.caseField=ne("input",{type:"checkbox",name:"case",form:"",checked:t.caseSensitive,onchange:this.commit}),this.reField=ne("input",{type:"checkbox",name:"re",form:"",checked:t.regexp,onchange:this.commit}),this.wordField=ne("input",{type:"checkbox",name:"word",form:"",checked:t.wholeWord,onchange:this.commit});function i(s,r,o){return ne("button",{class:"cm-button",name:s,onclick:r,type:"button"},o)}this.dom=ne("div",{onkeydown:s=>this.keydown(s),class:"cm-search"},[this.searchField,i("next",()=>Pa(e),[dt(e,"next")]),i("prev",()=>Oa(e),[dt(e,"previous")]),i("select",()=>WC(e),[dt(e,"all")]),ne("label",null,[this.caseField,dt(e,"match case")]),ne("label",null,[this.reField,dt(e,"regexp")]),ne("label",null,[this.wordField,dt(e,"by word")]),...e.state.readOnly?[]:[ne("br"),this.replaceField,i("replace",()=>k0(e),[dt(e,"replace")]),i("replaceAll",()=>VC(e),[dt(e,"replace all")])],ne("button",{name:"close",onclick:()=>D0(e),"aria-label":dt(e,"close"),type:"button"},["×"])])}commit(){let e=new Ta({search:this.searchField.value,caseSensitive:this.caseField.checked,regexp:this.reField.checked,wholeWord:this.wordField.checked,replace:this.replaceField.value});e.eq(this.query)||(this.query=e,this.view.dispatch({effects:ar.of(e)}))}keydown(e){km(this.view,e,"search-panel")?e.preventDefault():e.keyCode==13&&e.target==this.searchField?(e.preventDefault(),(e.shiftKey?Oa:Pa)(this.view)):e.keyCode==13&&e.target==this.replaceField&&(e.preventDefault(),k0(this.view))}update(e){for(let t of e.transactions)for(let i of t.effects)i.is(ar)&&!i.value.eq(this.query)&&this.setQuery(i.value)}setQuery(e){this.query=e,this.searchField.value=e.search,this.replaceField.value=e.replace,this.caseField.checked=e.caseSensitive,this.reField.checked=e.regexp,this.wordField.checked=e.wholeWord}mount(){this.searchField.select()}get pos(){return 80}get top(){return this.view.state.facet(hi).top}};function dt(n,e){return n.state.phrase(e)}var wa=30,ka=/[\s\.,:;?!]/;function id(n,{from:e,to:t}){let i=n.state.doc.lineAt(e),s=n.state.doc.lineAt(t).to,r=Math.max(i.from,e-wa),o=Math.min(s,t+wa),a=n.state.sliceDoc(r,o);if(r!=i.from){for(let l=0;l<wa;l++)if(!ka.test(a[l+1])&&ka.test(a[l])){a=a.slice(l);break}}if(o!=s){for(let l=a.length-1;l>a.length-wa;l--)if(!ka.test(a[l-1])&&ka.test(a[l])){a=a.slice(0,l);break}}return E.announce.of(`${n.state.phrase("current match")}. ${a} ${n.state.phrase("on line")} ${i.number}.`)}var UC=E.baseTheme({".cm-panel.cm-search":{padding:"2px 6px 4px",position:"relative","& [name=close]":{position:"absolute",top:"0",right:"4px",backgroundColor:"inherit",border:"none",font:"inherit",padding:0,margin:0},"& input, & button, & label":{margin:".2em .6em .2em 0"},"& input[type=checkbox]":{marginRight:".2em"},"& label":{fontSize:"80%",whiteSpace:"pre"}},"&light .cm-searchMatch":{backgroundColor:"#ffff0054"},"&dark .cm-searchMatch":{backgroundColor:"#00ffff8a"},"&light .cm-searchMatch-selected":{backgroundColor:"#ff6a0054"},"&dark .cm-searchMatch-selected":{backgroundColor:"#ff00ff8a"}}),Qu=[Rn,at.low(HC),UC];var R0=q.define(),_0=q.define(),O0=new Map;function jC(n,e){let t=`token-${n}${e?" token-declaration":""}`,i=O0.get(t);return i===void 0&&(i=I.mark({class:t}),O0.set(t,i)),i}var GC=Z.define({create:()=>I.none,update(n,e){for(let t of e.effects)if(t.is(_0))return t.value;return n.map(e.changes)},provide:n=>E.decorations.from(n)});function KC(n,e,t){let i=new Je,s=1,r=0;for(let o=0;o+4<t.length;o+=5){let[a=0,l=0,h=0,c=0,d=0]=t.slice(o,o+5);if(s+=a,r=a===0?r+l:l,s>n.lines)break;let f=n.line(s),p=Math.min(f.from+r,f.to),m=Math.min(p+h,f.to),g=e[c];g!==void 0&&p<m&&i.add(p,m,jC(g,(d&1)!==0))}return i.finish()}var YC=E.updateListener.of(n=>{for(let e of n.transactions)for(let t of e.effects){if(!t.is(R0))continue;let s=_e.get(n.view)?.client.serverCapabilities?.semanticTokensProvider?.legend.tokenTypes??[],r=KC(n.state.doc,s,t.value.data),{view:o,state:a}=n;queueMicrotask(()=>{o.state.doc===a.doc&&o.dispatch({effects:_0.of(r)})})}});function L0(){return[GC,YC,Pn("textDocument/semanticTokens/full",40,R0)]}var I0=q.define(),B0=Z.define({create:()=>[],update(n,e){for(let t of e.effects){if(!t.is(I0))continue;let{doc:i}=e.state;return t.value.filter(({startLine:s,endLine:r})=>s<r&&r<i.lines).map(({startLine:s,endLine:r})=>({from:i.line(s+1).from,to:i.line(r+1).to}))}return e.docChanged?n.map(({from:t,to:i})=>({from:e.changes.mapPos(t),to:e.changes.mapPos(i)})):n}});function F0(){return[B0,Wc.of((n,e,t)=>{let i=n.field(B0).find(s=>s.from===e);return i!==void 0&&i.to>t?{from:t,to:i.to}:null}),jo({placeholderText:" … "}),cg({openText:"▾",closedText:"▸"}),ln.of(lg),Pn("textDocument/foldingRange",400,I0)]}var q0=q.define(),sd=class extends $e{#e;constructor(e){super(),this.#e=e}eq(e){return e.#e===this.#e}toDOM(){let e=document.createElement("span");return e.className="hint",e.textContent=this.#e,e}},JC=Z.define({create:()=>I.none,update(n,e){for(let t of e.effects){if(!t.is(q0))continue;let i=t.value.map(s=>{let r=typeof s.label=="string"?s.label:s.label.map(o=>o.value).join("");return I.widget({widget:new sd(r),side:1}).range(Kt(e.state.doc,s.position))});return I.set(i,!0)}return n.map(e.changes)},provide:n=>E.decorations.from(n)});function N0(){return[JC,Pn("textDocument/inlayHint",250,q0,e=>({range:{start:{line:0,character:0},end:{line:e.state.doc.lines,character:0}}}))]}var $0=q.define(),rd=class extends $e{#e;#t;#n;#i;constructor(e,t,i){super(),this.#e=e,this.#t=t,this.#i=i,this.#n=JSON.stringify([t,e])}eq(e){return e.#n===this.#n}get estimatedHeight(){return 19}toDOM(){let e=document.createElement("div");e.className="lens",e.style.paddingInlineStart=`calc(6px + ${this.#t}ch)`;for(let t of this.#e){let i=document.createElement("button");i.type="button",i.textContent=t.title,i.tabIndex=-1,i.addEventListener("mousedown",s=>s.preventDefault()),i.addEventListener("click",()=>this.#i(t)),e.append(i)}return e}ignoreEvent(){return!0}};function H0(n){return[Z.define({create:()=>I.none,update(t,i){for(let s of i.effects)if(s.is($0))return XC(i.state.doc,s.value,n);return t.map(i.changes)},provide:t=>E.decorations.from(t)}),Pn("textDocument/codeLens",250,$0)]}function XC(n,e,t){let i=new Map;for(let{range:r,command:o}of e){if(o===void 0||r.start.line>=n.lines)continue;let a=i.get(r.start.line)??[];a.push(o),i.set(r.start.line,a)}let s=[];for(let[r,o]of i){let a=n.line(r+1),l=a.text.length-a.text.trimStart().length,h=new rd(o,l,t);s.push(I.widget({widget:h,block:!0,side:-1}).range(a.from))}return I.set(s,!0)}var W0=E.theme({"&":{height:"100%",backgroundColor:"var(--panel)",color:"var(--ink)",fontSize:"var(--code-size)"},"&.cm-focused":{outline:"none"},".cm-scroller":{fontFamily:"var(--mono)",lineHeight:"1.6"},".cm-content":{padding:"10px 0 40vh",caretColor:"var(--ink)"},".cm-line":{padding:"0 14px 0 6px"},".cm-gutters":{backgroundColor:"var(--panel)",color:"var(--faint)",border:"none"},".cm-lineNumbers .cm-gutterElement":{minWidth:"34px",padding:"0 4px 0 8px"},".cm-foldGutter .cm-gutterElement":{padding:"0 2px",cursor:"pointer"},".cm-activeLine":{backgroundColor:"var(--hover)"},".cm-activeLineGutter":{backgroundColor:"var(--hover)",color:"var(--ink)"},".cm-cursor":{borderLeftColor:"var(--ink)",borderLeftWidth:"2px"},"&.cm-focused .cm-selectionBackground, .cm-selectionBackground":{backgroundColor:"var(--selection) !important"},".cm-selectionMatch":{backgroundColor:"var(--accent-soft)"},".cm-matchingBracket":{backgroundColor:"var(--accent-soft)",outline:"none"},".cm-foldPlaceholder":{backgroundColor:"var(--accent-soft)",border:"none",color:"var(--accent)",padding:"0 6px"},".cm-tooltip":{backgroundColor:"var(--panel)",color:"var(--ink)",border:"1px solid var(--line)",borderRadius:"8px",boxShadow:"var(--shadow)",overflow:"hidden",maxWidth:"min(560px, 92vw)"},".cm-tooltip.cm-tooltip-autocomplete > ul":{fontFamily:"var(--mono)",fontSize:"12.5px",maxHeight:"16em"},".cm-tooltip.cm-tooltip-autocomplete > ul > li":{padding:"3px 8px"},".cm-tooltip-autocomplete ul li[aria-selected]":{backgroundColor:"var(--accent)",color:"var(--on-accent)"},".cm-completionDetail":{fontFamily:"var(--sans)",fontStyle:"normal",color:"inherit",opacity:"0.85"},".cm-diagnostic":{padding:"8px 12px",fontFamily:"var(--sans)",fontSize:"13px",borderLeftWidth:"4px"},".cm-diagnostic-error":{borderLeftColor:"var(--bad)"},".cm-diagnostic-warning":{borderLeftColor:"var(--warn)"},".cm-diagnostic-info":{borderLeftColor:"var(--accent)"},".cm-diagnosticAction":{backgroundColor:"var(--accent)",color:"var(--on-accent)",borderRadius:"6px",padding:"3px 9px",margin:"6px 8px 0 0"},".cm-lintRange-error, .cm-lintRange-warning, .cm-lintRange-info":{backgroundImage:"none",paddingBottom:"0"},".cm-panels":{backgroundColor:"var(--paper)",color:"var(--ink)",borderColor:"var(--line)",fontFamily:"var(--sans)"},".cm-panels button, .cm-panels input":{font:"inherit",backgroundImage:"none",backgroundColor:"var(--panel)",color:"var(--ink)",border:"1px solid var(--control-line)",borderRadius:"6px",padding:"2px 8px"},".cm-searchMatch":{backgroundColor:"var(--warn-soft)",outline:"1px solid var(--warn)"}});var ZC=zo.define({name:"toml",startState:()=>({isValue:!1,depth:0}),token(n,e){if(n.sol()&&e.depth===0&&(e.isValue=!1),n.eatSpace())return null;if(n.match(/#.*/))return"comment";if(!e.isValue&&n.match(/\[\[?[^\]]*\]\]?/))return"heading";if(n.match(/"(?:[^"\\]|\\.)*"?|'[^']*'?/))return e.isValue?"string":"propertyName";if(n.match("="))return e.isValue=!0,null;if(!e.isValue&&n.match(/[\w.-]+/))return"propertyName";if(n.match(/(?:true|false)\b/))return"keyword";if(n.match(/[+-]?\d[\d_.:T-]*/))return"number";let t=n.next();return(t==="["||t==="{")&&(e.depth+=1),(t==="]"||t==="}")&&(e.depth=Math.max(0,e.depth-1)),t===","&&e.depth>0&&(e.isValue=!0),null}}),QC=Wi.define([{tag:O.comment,class:"token-comment"},{tag:O.heading,class:"token-class token-declaration"},{tag:O.string,class:"token-string"},{tag:O.propertyName,class:"token-property"},{tag:O.keyword,class:"token-keyword"},{tag:O.number,class:"token-number"}]);function z0(){return[ZC,dg(QC)]}function V0(n,e){let t=`${n.name}${n.builtIn?", read only":""}. Escape, then Tab leaves the text.`;return[W0,Bm(),Im(),F0(),Ny(),Am(),te.allowMultipleSelections.of(!0),jt.of("  "),gg(),Mm(),C0({minSelectionLength:2}),A0({top:!0}),cy({override:!0}),er({icons:!1}),E.scrollMargins.of(()=>({top:40,bottom:80})),py(),n.language==="toml"?z0():[],n.language==="markdown"?E.lineWrapping:[],L0(),N0(),H0(e.carry),qu.of(i=>e.cure(i)),n.builtIn?[te.readOnly.of(!0),E.editable.of(!0)]:[],E.contentAttributes.of({"aria-label":t,spellcheck:"false",autocapitalize:"off"}),ln.of([{key:"Mod-Enter",run:()=>(e.askHere(),!0)},{key:"Escape",run:xu},...gy,...yy,...vy,...my,...Cu,...P0,...ty,...zy,...y0,v0]),e.front.client.plugin(n.uri,n.language)]}var Ra=class{uses=B(null);examples=B(null);#e;constructor(e){this.#e=e}carry(e){let[t,i,s]=e.arguments??[];e.command==="sandtable.showUses"&&Array.isArray(s)?this.#t(String(t),i,s):e.command==="sandtable.odds"&&ze(t)?this.ask(String(t.ruleset),String(t.ask)):e.command==="sandtable.runExample"&&ze(t)&&this.runExamples(String(t.ruleset),String(t.title))}ask(e,t){this.#e.question.choose(e,t),this.#e.screen.show("odds")}askHere(){let e=this.here(),t=this.#e.question.form.value?.ruleset;e!==null&&t!==void 0?this.ask(t,e.name):this.#e.notice.value={text:"Place the caret in a roll, action, table or formula first.",undo:!1}}here(){let e=this.#e.desk.file.value,t=this.#e.question.form.value;if(e===void 0||t===null)return null;let i=e.doc.lineAt(Math.min(this.#e.desk.caret.value,e.doc.length)).number-1,r=this.#e.outline.items.value.flatMap(o=>[o,...o.children??[]]).filter(o=>o.range.start.line<=i&&i<=o.range.end.line);return t.asks.find(o=>o.place?.uri===e.uri&&r.some(a=>a.name===o.name))??null}async runExamples(e,t){let{screen:i,back:s}=this.#e;i.lower.value="examples",this.examples.value=null;try{let r=t===void 0?{ruleset:e}:{ruleset:e,title:t};this.examples.value=await s.ask("example","sandtable/example",r)}catch(r){this.examples.value=z.from(r)}}#t(e,t,i){let{texts:s,screen:r}=this.#e,o=s.byUri(e)?.doc,a=ze(t)&&typeof t.line=="number"?t.line:0,l=o===void 0||a>=o.lines?"":o.line(a+1).text.trim();this.uses.value={name:l,places:i},r.lower.value="uses"}};var eA=600,_a=class{rulesets=B([]);failed=B(null);own=Ee(()=>this.rulesets.value.filter(e=>e.own));books=Ee(()=>this.rulesets.value.filter(e=>!e.own));#e;#t;constructor(e,t){this.#e=e;let i=()=>{clearTimeout(this.#t),this.#t=setTimeout(()=>{this.load()},eA)};t.follow({opened:s=>{s.builtIn||i()},changed:i,removed:s=>{s.builtIn||i()}})}async load(){try{let e=await this.#e.request("sandtable/workspace",{});JSON.stringify(e.rulesets)!==JSON.stringify(this.rulesets.value)&&(this.rulesets.value=e.rulesets),this.failed.value=null}catch(e){this.failed.value=z.from(e).message}}get(e){return this.rulesets.value.find(t=>t.name===e)}of(e){return this.rulesets.value.find(t=>t.files.some(i=>i.uri===e)||t.scenarios.some(i=>i.uri===e))}};var tA=300,La=class{items=B([]);#e;#t;constructor(e,t,i){this.#e=e,De(()=>{let s=t.file.value;i.took.value,t.caret.value,clearTimeout(this.#t),this.#t=setTimeout(()=>{this.#n(s?.uri)},tA)})}async#n(e){if(e===void 0){this.items.value=[];return}try{let t=await this.#e.request("textDocument/documentSymbol",{textDocument:{uri:e}});JSON.stringify(t)!==JSON.stringify(this.items.value)&&(this.items.value=t??[])}catch{this.items.value=[]}}};var nA=new Set(["refused","ended","winner"]);function od(n,e){let t=new Map;for(let{values:s}of n.outcomes)for(let[r,o]of Object.entries(s)){if(o===null||nA.has(r))continue;let a=t.get(r)??new Set;a.add(o),t.set(r,a)}let i=[];for(let[s,r]of t){let o=s==="value"?e:s,a=[...r].filter(h=>typeof h=="string"),l=[...r].filter(h=>typeof h=="number").toSorted((h,c)=>h-c);(r.size>1||s==="value")&&(i.push(...a.map(h=>`${o} is ${h}`)),i.push(...l.slice(s==="value"?0:1).map(h=>`${o} >= ${h}`))),s.endsWith(".destroyed")&&r.has(!0)&&i.push(`${s.slice(0,-10)} is destroyed`)}return n.outcomes.some(({values:s})=>s.refused===!0)&&i.push("refused"),i}var iA=220,Ba=class{ruleset=B(null);ask=B(null);given=B(new Map);extra=B([]);options=B([]);variants=B([]);compare=B([]);only=B("");sample=B(null);policy=B(null);conditions=B([]);form=B(null);formFailed=B(null);answer=B(null);failed=B(null);busy=B(!1);tableKeys=Ee(()=>[...this.given.value].filter(([,e])=>ci(e)).map(([e])=>e));#e=Ee(()=>(this.form.value?.fields.filter(t=>t.kind==="unit"&&t.role==="parameter")??[]).map(t=>`${t.key}=${this.given.value.get(t.key)??""}`).join(" "));#t;#n;#i;#r;#s;#o=null;#a=0;constructor(e,t,i,s){this.#t=e,this.#n=t,this.#i=s;let r=!1;De(()=>{let o=i.revision.value,a=[this.ruleset.value,this.ask.value,this.variants.value,this.#e.value];clearTimeout(this.#r);let l=r&&o>0&&a.length>0?iA/2:0;r=!0,this.#r=setTimeout(()=>{this.#l()},l)}),De(()=>{let o=[this.form.value,this.given.value,this.extra.value,this.options.value,this.compare.value,this.only.value,this.sample.value,this.policy.value];clearTimeout(this.#s),o[0]!==null&&(this.#s=setTimeout(()=>{this.#c()},30))})}choose(e,t){e===this.ruleset.value&&t===this.ask.value||Ye(()=>{e!==this.ruleset.value&&(this.options.value=[],this.variants.value=[],this.given.value=new Map,this.extra.value=[]),this.compare.value=[],this.only.value="",this.sample.value=null,this.policy.value=null,this.conditions.value=[],this.ruleset.value=e,this.ask.value=t,this.answer.value=null,this.failed.value=null})}put(e){Ye(()=>{this.ruleset.value=e.ruleset,this.ask.value=e.ask,this.options.value=e.options,this.variants.value=e.variants,this.compare.value=e.compare,this.only.value=e.only,this.sample.value=e.sample??null,this.policy.value=e.policy??null,this.extra.value=[],this.form.value=null,this.answer.value=null}),this.#o=new Map(e.given),this.#l()}record(){let e=this.ruleset.value,t=this.ask.value;if(e===null||t===null)return null;let i=new Set(this.form.value?.fields.map(r=>r.key)),s=[...this.given.value].filter(([r,o])=>i.has(r)&&o!=="");return{ruleset:e,ask:t,given:[...s,...this.extra.value.filter(([r,o])=>r!==""&&o!=="")],options:[...this.options.value],variants:[...this.variants.value],compare:this.compare.value.filter(([,r])=>r!==""),only:this.only.value.trim(),...this.sample.value===null?{}:{sample:this.sample.value},...this.policy.value===null?{}:{policy:this.policy.value}}}set(e,t){let i=new Map(this.given.value);t===""?i.delete(e):i.set(e,t),this.given.value=i}setOption(e,t){let i=this.options.value.filter(([s])=>s!==e);this.options.value=t===null?i:[...i,[e,t]]}toggleVariant(e){let{value:t}=this.variants;this.variants.value=t.includes(e)?t.filter(i=>i!==e):[...t,e]}again(){this.#l()}async#l(){let e=this.ruleset.peek();if(e===null)return;let t=this.ask.peek(),i=[...this.#o??this.given.peek(),...this.extra.peek()].filter(([r,o])=>r!==""&&o!==""&&!ci(o)),s={ruleset:e,...t===null?{}:{ask:t,given:i},variants:this.variants.peek()};try{let r=await this.#t.request("sandtable/form",s);if(e!==this.ruleset.peek()||t!==this.ask.peek())return;Ye(()=>{this.formFailed.value=null;let o={...r,fields:r.fields.map(sA)};this.#h(o),this.form.value=o})}catch(r){if(e!==this.ruleset.peek()||t!==this.ask.peek())return;this.formFailed.value=z.from(r),this.form.value!==null?this.#c():this.#i.get(e)===void 0&&(this.failed.value=z.from(r))}}#h(e){let t=this.#o;this.#o=null;let i=new Map(t??this.given.peek()),s=new Set(e.fields.map(o=>o.key));if(t!==null){this.extra.value=[...t].filter(([o])=>!s.has(o));for(let o of[...i.keys()])s.has(o)||i.delete(o)}let r=[];for(let o of e.fields){let a=i.get(o.key);if(a!==void 0&&(ci(a)||rA(o,a))){r.push(a);continue}let l=o.default===null&&!o.optional&&o.role!=="track"?U0(o,r):"";l===""?i.delete(o.key):i.set(o.key,l),r.push(l)}this.given.value=i}async#c(){let e=this.record();if(e===null)return;this.#a+=1;let t=this.#a;this.busy.value=!0;let i=performance.now(),{ruleset:s,ask:r,given:o,options:a,variants:l,compare:h}=e;try{let c=o.filter(([,y])=>ci(y)).length>1&&e.only==="";c&&this.conditions.value.length===0&&await this.#u(e);let d=c?this.conditions.value[0]??"":e.only,{sample:f,policy:p}=e,m={ruleset:s,ask:r,given:o,options:a,variants:l,compare:h,...d===""?{}:{only:d},...f===void 0?{}:{sample:f},...p===void 0?{}:{policy:p}},g=await this.#n.ask("odds","sandtable/odds",m);Ye(()=>{g.schema==="sandtable/odds/1"&&d===""&&(this.conditions.value=od(g,r)),this.answer.value={odds:g,record:e,took:performance.now()-i},this.failed.value=null})}catch(c){c instanceof rt||(this.failed.value=z.from(c))}finally{t===this.#a&&(this.busy.value=!1)}}async#u(e){let t=e.given.map(([l,h])=>[l,ci(h)?this.#d(l,h):h]),{ruleset:i,ask:s,options:r,variants:o}=e,a=await this.#n.ask("odds","sandtable/odds",{ruleset:i,ask:s,given:t,options:r,variants:o});a.schema==="sandtable/odds/1"&&a.mean===null&&(this.conditions.value=od(a,s))}#d(e,t){let i=t.split(/\.\.|,/)[0]??"";if(i!=="*")return i;let s=this.form.value?.fields.find(r=>r.key===e);return s===void 0?i:U0(s,[])}};function ci(n){return n==="*"||n.includes("..")||n.includes(",")}function sA(n){return n.kind!=="yes-no"||n.values.length>0?n:{...n,values:["yes","no"].map(e=>({value:e,title:e}))}}function rA(n,e){if(n.kind==="number"){let t=Number(e);return Number.isInteger(t)&&t>=(n.from??-1/0)&&t<=(n.to??1/0)}return n.kind==="text"||n.values.some(t=>t.value===e)}function U0(n,e){return n.kind==="number"?String(n.from??0):(n.values.find(i=>n.kind!=="unit"||!e.includes(i.value))??n.values[0])?.value??""}function Ia(n,e){if(n.faces!==void 0)return[...new Set(n.faces)];let t=/^d(\d+)$/.exec(n.die)?.[1];if(t!==void 0){let i=Number(t);return i<=20?Array.from({length:i},(s,r)=>String(r+1)):null}return oA(n.die,e)}function oA(n,e){for(let t of e.list.value){if(t.language!=="sandtable")continue;let i=t.text.split(`
`),s=i.findIndex(o=>o.startsWith(`die ${n} `)||o===`die ${n}`);if(s<0)continue;let r=i.slice(s+1).find(o=>/^\s+faces\b/.test(o));if(r!==void 0){let o=r.replace(/^\s+faces/,"").replace(/#.*$/,"").split(",");return[...new Set(o.map(a=>a.trim().replace(/\s+x\d+$/,"")).filter(Boolean))]}}return null}var aA="E0507",lA=new Set(["E0508","E0517"]),j0=400,hA=60;function cA(n){return n.trouble?.findings[0]?.code??""}var Fa=class{shown=B(null);before=B(null);failed=B(null);busy=B(!1);why=B(!1);details=B(!1);dice=B(null);choices=B([]);#e;#t;#n;#i=1;#r=!1;#s=null;#o=null;constructor(e,t,i){this.#e=e,this.#t=t,this.#n=i,De(()=>{let s=t.ruleset.value,r=t.ask.value;i.revision.value;let o=`${s??""} ${r??""}`;o!==this.#s&&(this.#s=o,Ye(()=>{this.shown.value=null,this.before.value=null,this.failed.value=null,this.dice.value=this.#o,this.choices.value=[]}),this.#o=null)})}async roll(){this.#i=1+Math.floor(Math.random()*1e6),this.dice.value=null,this.choices.value=[],await this.#a(!0)}async find(e){let t=this.#t.record();if(t!==null){this.busy.value=!0,this.#r=!0,this.failed.value=null;try{for(let i=1;i<=j0;i+=1){this.#i=i;let s=await this.#h(t,null);if(s.outcome===e){Ye(()=>{this.before.value=null,this.shown.value=s,this.dice.value=s.dice.map(r=>r.face)});return}}this.failed.value=new z(0,`“${e}” did not come about in ${j0} tries: set the dice yourself`,null)}catch(i){i instanceof rt||(this.failed.value=z.from(i))}finally{this.busy.value=!1,this.#r=!1}}}set(e,t){this.dice.value=e,this.choices.value=t,this.#o=e}async setDie(e,t){let i=(this.shown.value?.dice??[]).map(s=>s.face);i[e]=t,this.dice.value=i,await this.#a(!0)}async setChoices(e){this.dice.value=(this.shown.value?.dice??[]).map(t=>t.face),this.choices.value=e,await this.#a(!0)}async again(){this.#r||await this.#a(!1)}async#a(e){let t=this.#t.record();if(t===null)return;this.busy.value=!0;let i=this.shown.value;try{let s=await this.#l(t,this.dice.value);Ye(()=>{this.before.value=e?i:null,this.shown.value=s,this.failed.value=null})}catch(s){s instanceof rt||(this.failed.value=z.from(s))}finally{this.busy.value=!1}}async#l(e,t){let i=await this.#h(e,t);if(t===null)return i;for(let s=0;s<hA;s+=1){let r=i.dice.map(c=>c.face),o=cA(i);if(lA.has(o)){i=await this.#h(e,r);continue}if(o!==aA)break;let a=/`([^`]+)`/.exec(i.trouble?.findings[0]?.message??"")?.[1],l=a===void 0?null:Ia({die:a,face:""},this.#n),h=l?.[Math.floor(Math.random()*l.length)];if(h===void 0)break;r=[...r,h],i=await this.#h(e,r)}return this.dice.value=i.dice.map(s=>s.face),i}#h(e,t){let{ruleset:i,ask:s,given:r,options:o,variants:a}=e;return this.#e.ask("roll","sandtable/roll",{ruleset:i,ask:s,given:r,options:o,variants:a,seed:this.#i,why:this.why.value,...t===null?{}:{dice:t},...this.choices.value.length===0?{}:{choices:this.choices.value}})}};var qa=class{state=B(null);failed=B(null);busy=B(!1);question=Ee(()=>{let e=this.state.value?.next;return e!==void 0&&"question"in e?e.question:null});scenario=B(null);#e=null;#t;constructor(e){this.#t=e}choose(e){e!==this.scenario.value&&Ye(()=>{this.scenario.value=e,this.leave()})}async begin(e){this.#e=e,this.failed.value=null,await this.#n({},!0)}async answer(e){await this.#n({answer:e})}async undo(){await this.#n({undo:!0})}async why(){await this.#n({why:!0})}leave(){this.state.value=null,this.failed.value=null}async#n(e,t=!1){let i=this.#e;if(i===null)return;let s=t?null:this.state.value,r=s===null?{}:{journal:s.journal,people:s.people},o=s===null?i.seed:s.seed;this.busy.value=!0;try{let a={scenario:i.scenario,variants:i.variants,sides:i.sides,...o===null?{}:{seed:o},...r,...e},l=await this.#t.ask("game","sandtable/game",a);Ye(()=>{this.state.value=l,this.failed.value=null})}catch(a){a instanceof rt||(this.failed.value=z.from(a))}finally{this.busy.value=!1}}};var uA="sandtable-studio";var G0=null;function K0(){return G0??=new Promise((n,e)=>{let t=indexedDB.open(uA,1);t.onupgradeneeded=()=>{let i=t.result;i.createObjectStore("texts",{keyPath:"path"}),i.createObjectStore("versions",{keyPath:"id",autoIncrement:!0}).createIndex("file",["root","path"]),i.createObjectStore("settings")},t.onsuccess=()=>n(t.result),t.onerror=()=>e(t.error??new Error("the browser keeps no database"))}),G0}function dA(n){return new Promise((e,t)=>{n.onsuccess=()=>e(n.result),n.onerror=()=>t(n.error??new Error("the database of the browser fails"))})}async function hr(n,e){let t=await K0();return dA(e(t.transaction(n,"readonly").objectStore(n)))}async function Ki(n,e){let i=(await K0()).transaction(n,"readwrite"),s=new Promise((r,o)=>{i.oncomplete=()=>r(),i.onabort=()=>o(i.error??new Error("the browser cannot keep this")),i.onerror=()=>o(i.error??new Error("the browser cannot keep this"))});return e(i.objectStore(n)),s}var Na=class{folder="this browser";root="file:///studio/";#e=new BroadcastChannel("sandtable-studio");files(){return hr("texts",e=>e.getAll())}async write(e,t,i){await this.#t(e,i),await Ki("texts",s=>s.put({path:e,text:t})),this.#n({path:e,text:t})}async remove(e,t){await this.#t(e,t),await Ki("texts",i=>i.delete(e)),this.#n({path:e,text:null})}onChanged(e){this.#e.addEventListener("message",t=>e([t.data]))}async#t(e,t){if(((await hr("texts",s=>s.get(e)))?.text??null)!==t)throw new Error(`\`${e}\` was changed in another tab`)}#n(e){this.#e.postMessage(e)}};var $a=class{folder;root;#e;#t=[];constructor(e,t){this.folder=e.folder,this.root=e.root.endsWith("/")?e.root:`${e.root}/`,this.#e=t}async files(){return(await this.#e("studio/files",{})).files}async write(e,t,i){await this.#e("studio/write",{path:e,text:t,before:i})}async remove(e,t){await this.#e("studio/remove",{path:e,before:t})}onChanged(e){this.#t.push(e)}hear(e){if(!ze(e)||!Array.isArray(e.files))return;let t=e.files;for(let i of this.#t)i(t)}};var fA=1500,pA=1e3,Ha=class{#e;#t=B([]);#n=B([]);#i=null;#r=!1;done=Ee(()=>this.#t.value);undone=Ee(()=>this.#n.value);constructor(e){this.#e=e,e.follow({opened:t=>{!t.builtIn&&t.stored===null&&this.#o({path:t.path,before:null,after:t.text},`create ${t.path}`)},changed:(t,i,s)=>{t.builtIn||this.#o({path:t.path,before:s.toString(),after:t.text},`write in ${t.path}`)},removed:t=>{t.builtIn||this.#o({path:t.path,before:t.text,after:null},`delete ${t.path}`)}})}perform(e,t){let i={title:e,time:Date.now(),edits:[]};this.#i=i;try{t()}finally{this.#i=null}i.edits.length>0&&this.#a(i)}undo(){let e=this.#t.value.at(-1);return e===void 0?null:(this.#t.value=this.#t.value.slice(0,-1),this.#n.value=[...this.#n.value,e],this.#s(e.edits.toReversed().map(({path:t,before:i})=>({path:t,text:i}))),e)}redo(){let e=this.#n.value.at(-1);return e===void 0?null:(this.#n.value=this.#n.value.slice(0,-1),this.#t.value=[...this.#t.value,e],this.#s(e.edits.map(({path:t,after:i})=>({path:t,text:i}))),e)}#s(e){this.#r=!0;for(let{path:t,text:i}of e)i===null?this.#e.remove(t):this.#e.put(t,i);this.#r=!1}#o(e,t){if(this.#r)return;if(this.#i!==null){this.#i.edits.push(e);return}let i=this.#t.value.at(-1),s=i?.edits.length===1?i.edits[0]:void 0,r=Date.now();i!==void 0&&s?.path===e.path&&i.title===t&&r-i.time<fA?(s.after=e.after,i.time=r,this.#n.value=[]):this.#a({title:t,time:r,edits:[e]})}#a(e){this.#t.value=[...this.#t.value,e].slice(-pA),this.#n.value=[]}};var mA=60,Wa=class{byUri=B(new Map);all=Ee(()=>[...this.byUri.value.values()].flat().sort((t,i)=>Y0(t)-Y0(i)||vA(t,i)));took=B(null);#e;#t;#n=new Map;#i=null;constructor(e,t){this.#e=e,this.#t=t,e.on("textDocument/publishDiagnostics",i=>this.#r(i)),t.follow({changed:(i,s,r,o)=>{o==="editor"&&(this.#i??=performance.now())},removed:i=>this.#s(i.uri,[])})}#r({uri:e,diagnostics:t}){this.#i!==null&&(this.took.value=performance.now()-this.#i,this.#i=null);let i=this.#t.path(e);if(this.#t.get(i)?.builtIn===!0)return;let s=this.byUri.value.get(e)??[],r=t.map(o=>{let a=gA(e,i,o),l=s.find(h=>h.problem===a.problem&&X0(h.range,a.range));return l===void 0?a:{...a,cures:l.cures}});this.#s(e,r),clearTimeout(this.#n.get(e)),r.length>0&&this.#n.set(e,setTimeout(()=>{this.#o(e)},mA))}#s(e,t){let i=new Map(this.byUri.value);t.length===0?i.delete(e):i.set(e,t),this.byUri.value=i}async#o(e){let t=this.#t.byUri(e);if(t===void 0)return;let i={start:{line:0,character:0},end:{line:t.doc.lines,character:0}},s={textDocument:{uri:e},range:i,context:{diagnostics:[]}},r;try{r=await this.#e.request("textDocument/codeAction",s)}catch{return}let o=this.byUri.value.get(e);if(o===void 0)return;let a=o.map(l=>{let c=(r??[]).filter(d=>d.diagnostics?.some(f=>yA(f,l))??!1).flatMap(d=>d.edit===void 0?[]:[{title:d.title,edit:d.edit}]);return{...l,cures:c}});this.#s(e,a)}};function gA(n,e,t){let i=[],s=[],r=[],o=!1;for(let l of J0(t).split(`
`))l.startsWith("rule: ")?r=l.slice(6).split(", "):l.startsWith("help: ")?(o=!0,s.push(l.slice(6))):(o?s:i).push(l);let a=(t.relatedInformation??[]).map(({location:l,message:h})=>({text:h,place:{uri:l.uri,range:l.range}}));return{uri:n,path:e,range:t.range,severity:t.severity===1?"error":t.severity===2?"warning":"note",code:String(t.code??""),problem:i.join(`
`),help:s.length>0?s.join(`
`):null,rules:r,related:a,cures:[]}}function J0(n){let{message:e}=n;return typeof e=="string"?e:String(e.value)}function yA(n,e){return X0(n.range,e.range)&&String(n.code??"")===e.code&&J0(n).startsWith(e.problem)}function X0(n,e){return n.start.line===e.start.line&&n.start.character===e.start.character&&n.end.line===e.end.line&&n.end.character===e.end.character}function Y0(n){return{error:0,warning:1,note:2}[n.severity]}function vA(n,e){return n.path!==e.path?n.path<e.path?-1:1:n.range.start.line-e.range.start.line}var bA=400,za=class{state=B("saved");conflicts=B([]);#e;#t;#n;#i=new Map;#r=Promise.resolve();constructor(e,t,i){this.#e=e,this.#t=t,this.#n=i,t.follow({opened:s=>this.#s(s),changed:s=>this.#s(s),removed:s=>this.#l(s)}),e.onChanged(s=>s.forEach(r=>this.#h(r))),window.addEventListener("pagehide",()=>{this.flush()}),window.addEventListener("beforeunload",s=>{this.state.value!=="saved"&&(this.flush(),s.preventDefault())}),document.addEventListener("visibilitychange",()=>{document.hidden&&this.flush()})}async flush(){for(let e of[...this.#i.keys()])this.#o(e);await this.#r}again(){for(let e of this.#t.list.value)this.#s(e)}settle(e,t){this.conflicts.value=this.conflicts.value.filter(s=>s.path!==e.path);let i=this.#t.get(e.path);i!==void 0&&(i.stored=e.theirs,t==="mine"?this.#s(i):e.theirs===null?this.#t.remove(e.path):this.#t.put(e.path,e.theirs))}#s(e){e.builtIn||e.stored!==null&&e.stored===e.text||(clearTimeout(this.#i.get(e.path)),this.#i.set(e.path,setTimeout(()=>this.#o(e.path),bA)),this.state.value="saving")}#o(e){clearTimeout(this.#i.get(e)),this.#i.delete(e),this.#r=this.#r.then(()=>this.#a(e))}async#a(e){let t=this.#t.get(e);if(t===void 0||this.conflicts.value.some(s=>s.path===e))return;let i=t.text;if(i!==t.stored)try{await this.#e.write(e,i,t.stored),t.stored=i,await this.#n.record(e,i)}catch(s){this.state.value={failed:`${e}: ${Yt(s)}`},await this.#n.record(e,i).catch(()=>{});return}this.#i.size===0&&(this.state.value="saved")}#l(e){clearTimeout(this.#i.get(e.path)),this.#i.delete(e.path);let{stored:t}=e;e.builtIn||t===null||(this.#r=this.#r.then(async()=>{try{await this.#n.record(e.path,e.text),await this.#e.remove(e.path,t)}catch(i){this.state.value={failed:`${e.path}: ${Yt(i)}`}}}))}#h({path:e,text:t}){let i=this.#t.get(e);if(i===void 0){t!==null&&this.#t.add(e,t,t);return}if(t!==i.stored)if(t===i.text)i.stored=t;else if(i.text!==i.stored){let s=this.conflicts.value.filter(r=>r.path!==e);this.conflicts.value=[...s,{path:e,theirs:t}]}else i.stored=t,t===null?this.#t.remove(e):this.#t.put(e,t)}};function Yt(n){return n instanceof Error?n.message:String(n)}var Yi="sandtable-built-in:///",Va=class{path;uri;builtIn;doc;stored;constructor(e,t,i,s){this.path=e,this.uri=t,this.builtIn=t.startsWith(Yi),this.doc=wA(i),this.stored=s}get text(){return this.doc.toString()}get name(){return this.path.slice(this.path.lastIndexOf("/")+1)}get isRules(){return this.name!=="README.md"}get language(){return this.path.endsWith(".toml")?"toml":this.path.endsWith(".md")?"markdown":"sandtable"}};function wA(n){return j.of(n.split(`
`))}var Ua=class{root;#e=new Map;#t=[];#n=B([]);#i=B(0);constructor(e){this.root=e}get list(){return this.#n}get revision(){return this.#i}follow(e){this.#t.push(e)}get(e){return this.#e.get(e)}byUri(e){return this.#e.get(this.path(e))}uri(e){return this.root+e.split("/").map(encodeURIComponent).join("/")}path(e){if(e.startsWith(Yi))return e;let t=decodeURIComponent(e),i=decodeURIComponent(this.root);return t.startsWith(i)?t.slice(i.length):t}add(e,t,i){let s=e.startsWith(Yi)?e:this.uri(e),r=new Va(e,s,t,i);this.#e.set(e,r),this.#r();for(let o of this.#t)o.opened?.(r);return r}change(e,t,i){if(t.empty)return;let s=e.doc;e.doc=t.apply(s),this.#i.value+=1;for(let r of this.#t)r.changed?.(e,t,s,i)}put(e,t){let i=this.#e.get(e);return i===void 0?this.add(e,t,null):(this.change(i,kA(i.doc,t),"elsewhere"),i)}remove(e){let t=this.#e.get(e);if(t!==void 0){this.#e.delete(e),this.#r();for(let i of this.#t)i.removed?.(t)}}#r(){let e=[...this.#e.values()];this.#n.value=e.sort((t,i)=>t.path<i.path?-1:1),this.#i.value+=1}};function kA(n,e){let t=n.toString(),i=Math.min(t.length,e.length),s=0;for(;s<i&&t.charCodeAt(s)===e.charCodeAt(s);)s+=1;let r=0;for(;r<i-s&&t.charCodeAt(t.length-1-r)===e.charCodeAt(e.length-1-r);)r+=1;if(s===t.length&&s===e.length)return oe.empty(n.length);let o=e.slice(s,e.length-r);return oe.of({from:s,to:t.length-r,insert:o},n.length)}var xA=6e4,SA=200,ja=class{#e;#t=Date.now();constructor(e){this.#e=e}async of(e){return(await hr("versions",i=>i.index("file").getAll([this.#e,e]))).reverse()}async record(e,t){let i=await this.of(e),s=i[0];if(s?.text===t)return;let r=Date.now(),o=s!==void 0&&s.time>=this.#t&&r-s.time<xA&&i.length>1,a=i.slice(SA-1);await Ki("versions",l=>{for(let h of a)h.id!==void 0&&l.delete(h.id);o&&s.id!==void 0?l.put({...s,text:t}):l.add({root:this.#e,path:e,time:r,text:t})})}async begin(e,t){(await this.of(e))[0]?.text!==t&&await Ki("versions",s=>s.add({root:this.#e,path:e,time:Date.now(),text:t}))}};var Xi=["odds","trace","board","coverage","docs","history"],Ga=["files","text","findings","right"];function Ji(n,e){let t=`studio.${n}`,i=e;try{let r=localStorage.getItem(t);r!==null&&(i=JSON.parse(r))}catch{}let s=B(i);return De(()=>{let r=JSON.stringify(s.value);try{localStorage.setItem(t,r)}catch{}}),s}var Ka=class{right=Ji("right","odds");pane=B("right");theme=Ji("theme","system");left=Ji("left",232);share=Ji("share",.52);bottom=Ji("bottom",190);palette=B(!1);lower=B("findings");section=B(null);page=Ji("page","start");constructor(){let e=window.matchMedia("(prefers-color-scheme: dark)"),t=B(e.matches);e.addEventListener("change",()=>t.value=e.matches),De(()=>{let i=this.theme.value,s=i==="dark"||i==="system"&&t.value;document.documentElement.dataset.theme=s?"dark":"light"})}show(e){this.right.value=e,this.pane.value="right"}focus(e){this.pane.value=e,requestAnimationFrame(()=>{let t=document.querySelector(`[data-pane="${e}"]`);(t?.querySelector(".cm-content, [data-focus], button, select, input, a[href]")??t)?.focus()})}cycle(e){let t=document.activeElement?.closest("[data-pane]")?.dataset.pane,i=Ga.findIndex(r=>r===t),s=Ga[(Math.max(i,e>0?-1:0)+e+Ga.length)%Ga.length];s!==void 0&&this.focus(s)}};var Ya=class n{shell;store;texts;versions;acts;saving;front;back;findings;library;question;trace;game;desk;outline;screen=new Ka;commands;shared=B(null);link=B(null);notice=B(null);constructor(e,t,i){this.shell=e,this.store=t,this.front=i,this.texts=new Ua(t.root),this.versions=new ja(t.root),this.acts=new Ha(this.texts),this.findings=new Wa(i,this.texts),this.saving=new za(t,this.texts,this.versions),this.back=new Br(this.texts,e.kind==="server",()=>e.open()),this.library=new _a(i,this.texts),this.question=new Ba(this.front,this.back,this.texts,this.library),this.trace=new Fa(this.back,this.question,this.texts),this.game=new qa(this.back),this.desk=new fa(this.texts,this.findings,s=>V0(s,{front:i,carry:r=>this.commands.carry(r),cure:r=>this.cure(r),askHere:()=>this.commands.askHere()}),s=>this.load(s)),this.outline=new La(i,this.desk,this.findings),this.commands=new Ra(this),i.screen=this.desk}static async open(){let e=Sy(window.location),t=await e.open(),i=new da(t,()=>e.open());if(e.kind==="static")return n.#e(e,new Na,i);let s=new gi(t),r=await s.request("studio/hello",{}),o=!1,a=new $a(r,(h,c)=>o?i.request(h,c):s.request(h,c));i.on("studio/changed",h=>a.hear(h));let l=await n.#e(e,a,i);return o=!0,l}static async#e(e,t,i){let s=new n(e,t,i);for(let{path:r,text:o}of await t.files())s.texts.add(r,o,o);t.onChanged(()=>s.#t()),i.connected.subscribe(r=>{r&&s.saving.again()}),await i.begin(s.texts,[]);for(let r of s.texts.list.value)s.versions.begin(r.path,r.text);return await s.library.load(),s}#t(){this.front.notify("workspace/didChangeWatchedFiles",{changes:[]}),this.back.storeChanged()}async load(e){let t=this.texts.byUri(e);if(t!==void 0)return t;if(!e.startsWith(Yi))return null;let i=await this.front.request("sandtable/text",{uri:e});return this.texts.get(e)??this.texts.add(e,i,i)}cure(e){Cy(this.texts,this.acts,e.title,e.edit),this.notice.value={text:`Done: ${e.title}.`,undo:!0}}openRuleset(e){this.question.choose(e,null);let t=this.library.get(e),i=this.desk.file.value?.uri;if(t===void 0||[...t.files,...t.scenarios].some(a=>a.uri===i))return;let s=t.files.filter(a=>a.kind==="rules"),r=s.find(a=>a.path.endsWith("/book.rules")||a.path.endsWith(`/${e}.rules`))??s.find(a=>!a.path.includes("/examples"))??s[0],o={line:0,character:0};r!==void 0&&this.desk.go({uri:r.uri,range:{start:o,end:o}},!1)}play(e){this.game.choose(e),this.screen.show("board")}showSection(e,t){e!==void 0&&this.question.ruleset.value!==e&&this.question.choose(e,null),this.screen.section.value=t,this.screen.show("coverage")}goToLine(e,t){let[i,s]=t.split(":"),r=this.library.get(e),a=[e,...r?.base??[]].flatMap(h=>this.library.get(h)?.files??[]).find(h=>h.path.endsWith(`/${i??""}`));if(a===void 0)return;let l={line:Math.max(0,Number(s??1)-1),character:0};this.desk.go({uri:a.uri,range:{start:l,end:l}}),this.screen.pane.value="text"}undo(){let e=this.acts.undo();this.notice.value={text:e===null?"There is nothing to undo.":`Undone: ${e.title}.`,undo:!1}}redo(){let e=this.acts.redo();this.notice.value={text:e===null?"There is nothing to redo.":`Redone: ${e.title}.`,undo:!1}}},ad=Kd(null);function M(){let n=of(ad);if(n===null)throw new Error("there is no studio around this part");return n}var CA=Symbol.for("pv"),AA=0;function u(n,e,t,i,s,r){e||(e={});var o,a,l=e;if("ref"in l&&typeof n!="function")for(a in l={},e)a=="ref"?o=e[a]:l[a]=e[a];var h={type:n,props:l,key:t,ref:o,__k:null,__:null,__b:0,__e:null,__c:null,constructor:CA,__v:--AA,__i:-1,__u:0};return(s||r)&&(h.__source=s,h.__self=r),X.vnode&&X.vnode(h),h}var TA={error:"Error",warning:"Warning",note:"Note"};function Q0(){let{findings:n,desk:e,library:t,question:i}=M(),s=n.all.value,r=e.file.value?.uri,o=s.filter(h=>h.uri===r),a=s.filter(h=>h.uri!==r),l=i.ruleset.value;if(s.length===0){let h=l!==null&&t.get(l)?.own===!1;return u("p",{class:"sound",children:h?"The books are checked with every release.":"Nothing is wrong with your rules and units."})}return u("div",{class:"scroll",children:[o.length>0&&u(Z0,{findings:o}),a.length>0&&u(H,{children:[o.length>0&&u("h3",{class:"quiet-title",children:"In other texts"}),u(Z0,{findings:a})]})]})}var ld=100;function Z0({findings:n}){return u(H,{children:[u("ul",{class:"findings",children:n.slice(0,ld).map((e,t)=>u(MA,{finding:e},`${e.uri} ${e.code} ${e.problem} ${t}`))}),n.length>ld&&u("p",{class:"quiet",children:[n.length-ld," more"]})]})}function MA({finding:n}){let e=M(),{desk:t,screen:i,library:s}=e,r=`${n.path.slice(n.path.lastIndexOf("/")+1)}, line ${n.range.start.line+1}`,o=()=>{t.go({uri:n.uri,range:n.range}),i.pane.value="text"},a=s.of(n.uri)?.name;return u("li",{class:`finding ${n.severity}`,children:[u("span",{class:"mark",role:"img","aria-label":TA[n.severity]}),u("div",{class:"about",children:[u("p",{children:[u("b",{children:Bt(n.problem)}),n.rules.map(l=>u("button",{type:"button",class:"cite",onClick:()=>e.showSection(a,l),children:l},l))]}),n.help!==null&&u("p",{class:"help",children:Bt(n.help)}),u("p",{class:"places",children:[u("button",{type:"button",class:"link",onClick:o,children:r}),n.related.map(({text:l,place:h})=>u("button",{type:"button",class:"link",onClick:()=>{t.go(h)},children:l},`${h.uri} ${h.range.start.line}`)),u("span",{class:"code",children:n.code})]})]}),u("div",{class:"cures",children:n.cures.map((l,h)=>u("button",{type:"button",class:h===0?"primary":"",onClick:()=>e.cure(l),children:Bt(Nu(l.title))},l.title))})]})}function Bt(n){return n.split("`").map((e,t)=>t%2===1?u("code",{children:e},t):e)}function He({failure:n,title:e}){let{desk:t,texts:i}=M(),s=n.findings?.findings??[],r=(o,a,l)=>{let h={line:a-1,character:l-1},c=i.get(o)?.uri??i.uri(o);t.go({uri:c,range:{start:h,end:h}})};return u("div",{class:"failure",role:"alert",children:[u("p",{children:[u("b",{children:[e,"."]})," ",s.length===0&&Bt(n.message)]}),s.length>0&&u("ul",{children:s.map((o,a)=>{let l=o.labels[0],h=l!==void 0&&i.get(l.file)!==void 0;return u("li",{children:[Bt(o.message),o.citations.map(c=>u("span",{class:"cite",children:c},c)),o.help!==null&&u("span",{class:"help",children:[" ",Bt(o.help)]}),h&&u("button",{type:"button",class:"link",onClick:()=>r(l.file,l.line,l.column),children:[l.file.slice(l.file.lastIndexOf("/")+1),", line ",l.line]})]},`${o.code} ${a}`)})})]})}function EA(n,e){for(let t of[`[unit.${e}]`,`[map.unit.${e}]`])if(cr(n.split(`
`),t)!==null)return t;return null}function cr(n,e){let t=n.findIndex(s=>s.replace(/\s*#.*$/,"").trim()===e);if(t<0)return null;let i=t+1;for(;i<n.length&&!/^\s*\[/.test(n[i]??"");)i+=1;for(;i>t+1&&/^\s*(?:#.*)?$/.test(n[i-1]??"");)i-=1;return{first:t+1,last:i}}function hd(n,e,t,i){let s=n.split(`
`),r=cr(s,e);if(r===null)return n;let o=new RegExp(`^(\\s*${t}\\s*=\\s*)("[^"]*"|\\[[^\\]]*\\]|[^#\\s]+)(.*)$`);for(let a=r.first;a<r.last;a+=1){let l=o.exec(s[a]??"");if(l!==null)return s[a]=`${l[1]??""}${i}${l[3]??""}`,s.join(`
`)}return s.splice(r.last,0,`${t} = ${i}`),s.join(`
`)}function ev(n,e,t){let i=n.split(`
`),s=cr(i,e);if(s===null)return null;let r=new RegExp(`^\\s*${t}\\s*=\\s*("[^"]*"|\\[[^\\]]*\\]|[^#\\s]+)`);for(let o of i.slice(s.first,s.last)){let a=r.exec(o);if(a!==null)return a[1]??null}return null}function tv(n){let e=n.split(`
`),t=cr(e,"[legend]")??cr(e,"[map.legend]");return t===null?[]:e.slice(t.first,t.last).flatMap(i=>{let s=/^\s*(?:"(.)"|(\w))\s*=\s*\{(.*)$/.exec(i),r=s?.[1]??s?.[2];return s===null||r===void 0?[]:[{mark:r,name:/\bname\s*=\s*"([^"]*)"/.exec(s[3]??"")?.[1]??r}]})}function nv(n,e,t){let i=/^(\s*(hexes|squares)\s*=\s*"""\n)([\s\S]*?)"""/m.exec(n),s=/^([A-Z]+)(\d+)$/.exec(e);if(i===null||s===null)return null;let[,r="",o="",a=""]=i,l=a.split(`
`),h=l.findIndex(m=>m.trim()!==""),c=h+OA(s[1]??""),d=l[c];if(h<0||d===void 0)return null;let f=o==="squares"?PA(l,Number(s[2])):DA(d,Number(s[2]));if(f===null||(d[f]??" ")===" ")return null;l[c]=d.slice(0,f)+t+d.slice(f+1);let p=i.index+r.length;return n.slice(0,p)+l.join(`
`)+n.slice(p+a.length)}function DA(n,e){return[...n.matchAll(/\S/g)][e-1]?.index??null}function PA(n,e){let t=n.filter(i=>i.trim()!=="").map(i=>i.length-i.trimStart().length);return Math.min(...t)+2*(e-1)}function OA(n){return[...n].reduce((e,t)=>e*26+t.charCodeAt(0)-64,0)-1}function cd(n,e){for(let t of n){let i=EA(t.text,e);if(i!==null)return{file:t,heading:i}}return null}var ud="#studio=",RA=8e6;async function iv(n,e){let t=new TextEncoder().encode(JSON.stringify(e)),i=await sv(t,new CompressionStream("deflate-raw"));return`${n.replace(/[?#].*$/,"")}${ud}${IA(new Uint8Array(i))}`}async function Ja(n){if(!n.startsWith(ud))return null;try{let e=FA(n.slice(ud.length)),t=await sv(e,new DecompressionStream("deflate-raw")),i=JSON.parse(new TextDecoder().decode(t));return!ze(i)||!Array.isArray(i.texts)?null:{texts:i.texts.filter(_A),question:BA(i.question)?i.question:null}}catch{return null}}function _A(n){return ze(n)&&typeof n.text=="string"&&typeof n.path=="string"&&LA(n.path)}function LA(n){return/\.(rules|toml|md)$/.test(n)&&!n.startsWith("/")&&!n.split("/").some(e=>e===".."||e==="")&&!n.includes("\\")}function BA(n){let e=t=>Array.isArray(t)&&t.every(i=>Array.isArray(i)&&i.length===2&&i.every(s=>typeof s=="string"));return ze(n)&&typeof n.ruleset=="string"&&typeof n.ask=="string"&&typeof n.only=="string"&&e(n.given)&&e(n.options)&&e(n.compare)&&Array.isArray(n.variants)&&n.variants.every(t=>typeof t=="string")}async function sv(n,e){let t=new Blob([n]).stream().pipeThrough(e).getReader(),i=[],s=0;for(;;){let{done:r,value:o}=await t.read();if(r)break;if(s+=o.length,s>RA)throw new Error("the link holds too much");i.push(o)}return new Blob(i).arrayBuffer()}function IA(n){let e="";for(let t of n)e+=String.fromCharCode(t);return btoa(e).replaceAll("+","-").replaceAll("/","_").replace(/=+$/,"")}function FA(n){let e=atob(n.replaceAll("-","+").replaceAll("_","/"));return Uint8Array.from(e,t=>t.charCodeAt(0))}var Ce=Uint8Array,ft=Uint16Array,xd=Int32Array,Za=new Ce([0,0,0,0,0,0,0,0,1,1,1,1,2,2,2,2,3,3,3,3,4,4,4,4,5,5,5,5,0,0,0,0]),Qa=new Ce([0,0,0,0,1,1,2,2,3,3,4,4,5,5,6,6,7,7,8,8,9,9,10,10,11,11,12,12,13,13,0,0]),gd=new Ce([16,17,18,0,8,7,9,6,10,5,11,4,12,3,13,2,14,1,15]),cv=function(n,e){for(var t=new ft(31),i=0;i<31;++i)t[i]=e+=1<<n[i-1];for(var s=new xd(t[30]),i=1;i<30;++i)for(var r=t[i];r<t[i+1];++r)s[r]=r-t[i]<<5|i;return{b:t,r:s}},uv=cv(Za,2),dv=uv.b,yd=uv.r;dv[28]=258,yd[258]=28;var fv=cv(Qa,0),qA=fv.b,rv=fv.r,vd=new ft(32768);for(se=0;se<32768;++se)dn=(se&43690)>>1|(se&21845)<<1,dn=(dn&52428)>>2|(dn&13107)<<2,dn=(dn&61680)>>4|(dn&3855)<<4,vd[se]=((dn&65280)>>8|(dn&255)<<8)>>1;var dn,se,Xt=(function(n,e,t){for(var i=n.length,s=0,r=new ft(e);s<i;++s)n[s]&&++r[n[s]-1];var o=new ft(e);for(s=1;s<e;++s)o[s]=o[s-1]+r[s-1]<<1;var a;if(t){a=new ft(1<<e);var l=15-e;for(s=0;s<i;++s)if(n[s])for(var h=s<<4|n[s],c=e-n[s],d=o[n[s]-1]++<<c,f=d|(1<<c)-1;d<=f;++d)a[vd[d]>>l]=h}else for(a=new ft(i),s=0;s<i;++s)n[s]&&(a[s]=vd[o[n[s]-1]++]>>15-n[s]);return a}),Ln=new Ce(288);for(se=0;se<144;++se)Ln[se]=8;var se;for(se=144;se<256;++se)Ln[se]=9;var se;for(se=256;se<280;++se)Ln[se]=7;var se;for(se=280;se<288;++se)Ln[se]=8;var se,fr=new Ce(32);for(se=0;se<32;++se)fr[se]=5;var se,NA=Xt(Ln,9,0),$A=Xt(Ln,9,1),HA=Xt(fr,5,0),WA=Xt(fr,5,1),dd=function(n){for(var e=n[0],t=1;t<n.length;++t)n[t]>e&&(e=n[t]);return e},It=function(n,e,t){var i=e/8|0;return(n[i]|n[i+1]<<8)>>(e&7)&t},fd=function(n,e){var t=e/8|0;return(n[t]|n[t+1]<<8|n[t+2]<<16)>>(e&7)},Sd=function(n){return(n+7)/8|0},pr=function(n,e,t){return(e==null||e<0)&&(e=0),(t==null||t>n.length)&&(t=n.length),new Ce(n.subarray(e,t))};var zA=["unexpected EOF","invalid block type","invalid length/literal","invalid distance","stream finished","no stream handler",,"no callback","invalid UTF-8 data","extra field too long","date not in range 1980-2099","filename too long","stream finishing","invalid zip data"],Ke=function(n,e,t){var i=new Error(e||zA[n]);if(i.code=n,Error.captureStackTrace&&Error.captureStackTrace(i,Ke),!t)throw i;return i},VA=function(n,e,t,i){var s=n.length,r=i?i.length:0;if(!s||e.f&&!e.l)return t||new Ce(0);var o=!t,a=o||e.i!=2,l=e.i;o&&(t=new Ce(s*3));var h=function(ns){var is=t.length;if(ns>is){var fi=new Ce(Math.max(is*2,ns));fi.set(t),t=fi}},c=e.f||0,d=e.p||0,f=e.b||0,p=e.l,m=e.d,g=e.m,y=e.n,v=s*8;do{if(!p){c=It(n,d,1);var w=It(n,d+1,3);if(d+=3,w)if(w==1)p=$A,m=WA,g=9,y=5;else if(w==2){var S=It(n,d,31)+257,C=It(n,d+10,15)+4,T=S+It(n,d+5,31)+1;d+=14;for(var D=new Ce(T),N=new Ce(19),F=0;F<C;++F)N[gd[F]]=It(n,d+F*3,7);d+=C*3;for(var _=dd(N),$=(1<<_)-1,W=Xt(N,_,1),F=0;F<T;){var U=W[It(n,d,$)];d+=U&15;var k=U>>4;if(k<16)D[F++]=k;else{var J=0,K=0;for(k==16?(K=3+It(n,d,3),d+=2,J=D[F-1]):k==17?(K=3+It(n,d,7),d+=3):k==18&&(K=11+It(n,d,127),d+=7);K--;)D[F++]=J}}var ue=D.subarray(0,S),Y=D.subarray(S);g=dd(ue),y=dd(Y),p=Xt(ue,g,1),m=Xt(Y,y,1)}else Ke(1);else{var k=Sd(d)+4,x=n[k-4]|n[k-3]<<8,b=k+x;if(b>s){l&&Ke(0);break}a&&h(f+x),t.set(n.subarray(k,b),f),e.b=f+=x,e.p=d=b*8,e.f=c;continue}if(d>v){l&&Ke(0);break}}a&&h(f+131072);for(var Le=(1<<g)-1,we=(1<<y)-1,de=d;;de=d){var J=p[fd(n,d)&Le],fe=J>>4;if(d+=J&15,d>v){l&&Ke(0);break}if(J||Ke(2),fe<256)t[f++]=fe;else if(fe==256){de=d,p=null;break}else{var ge=fe-254;if(fe>264){var F=fe-257,ee=Za[F];ge=It(n,d,(1<<ee)-1)+dv[F],d+=ee}var Fe=m[fd(n,d)&we],mt=Fe>>4;Fe||Ke(3),d+=Fe&15;var Y=qA[mt];if(mt>3){var ee=Qa[mt];Y+=fd(n,d)&(1<<ee)-1,d+=ee}if(d>v){l&&Ke(0);break}a&&h(f+131072);var Qt=f+ge;if(f<Y){var br=r-Y,wr=Math.min(Y,Qt);for(br+f<0&&Ke(3);f<wr;++f)t[f]=i[br+f]}for(;f<Qt;++f)t[f]=t[f-Y]}}e.l=p,e.p=de,e.b=f,e.f=c,p&&(c=1,e.m=g,e.d=m,e.n=y)}while(!c);return f!=t.length&&o?pr(t,0,f):t.subarray(0,f)},fn=function(n,e,t){t<<=e&7;var i=e/8|0;n[i]|=t,n[i+1]|=t>>8},ur=function(n,e,t){t<<=e&7;var i=e/8|0;n[i]|=t,n[i+1]|=t>>8,n[i+2]|=t>>16},pd=function(n,e){for(var t=[],i=0;i<n.length;++i)n[i]&&t.push({s:i,f:n[i]});var s=t.length,r=t.slice();if(!s)return{t:mv,l:0};if(s==1){var o=new Ce(t[0].s+1);return o[t[0].s]=1,{t:o,l:1}}t.sort(function(b,S){return b.f-S.f}),t.push({s:-1,f:25001});var a=t[0],l=t[1],h=0,c=1,d=2;for(t[0]={s:-1,f:a.f+l.f,l:a,r:l};c!=s-1;)a=t[t[h].f<t[d].f?h++:d++],l=t[h!=c&&t[h].f<t[d].f?h++:d++],t[c++]={s:-1,f:a.f+l.f,l:a,r:l};for(var f=r[0].s,i=1;i<s;++i)r[i].s>f&&(f=r[i].s);var p=new ft(f+1),m=bd(t[c-1],p,0);if(m>e){var i=0,g=0,y=m-e,v=1<<y;for(r.sort(function(S,C){return p[C.s]-p[S.s]||S.f-C.f});i<s;++i){var w=r[i].s;if(p[w]>e)g+=v-(1<<m-p[w]),p[w]=e;else break}for(g>>=y;g>0;){var k=r[i].s;p[k]<e?g-=1<<e-p[k]++-1:++i}for(;i>=0&&g;--i){var x=r[i].s;p[x]==e&&(--p[x],++g)}m=e}return{t:new Ce(p),l:m}},bd=function(n,e,t){return n.s==-1?Math.max(bd(n.l,e,t+1),bd(n.r,e,t+1)):e[n.s]=t},ov=function(n){for(var e=n.length;e&&!n[--e];);for(var t=new ft(++e),i=0,s=n[0],r=1,o=function(l){t[i++]=l},a=1;a<=e;++a)if(n[a]==s&&a!=e)++r;else{if(!s&&r>2){for(;r>138;r-=138)o(32754);r>2&&(o(r>10?r-11<<5|28690:r-3<<5|12305),r=0)}else if(r>3){for(o(s),--r;r>6;r-=6)o(8304);r>2&&(o(r-3<<5|8208),r=0)}for(;r--;)o(s);r=1,s=n[a]}return{c:t.subarray(0,i),n:e}},dr=function(n,e){for(var t=0,i=0;i<e.length;++i)t+=n[i]*e[i];return t},pv=function(n,e,t){var i=t.length,s=Sd(e+2);n[s]=i&255,n[s+1]=i>>8,n[s+2]=n[s]^255,n[s+3]=n[s+1]^255;for(var r=0;r<i;++r)n[s+r+4]=t[r];return(s+4+i)*8},av=function(n,e,t,i,s,r,o,a,l,h,c){fn(e,c++,t),++s[256];for(var d=pd(s,15),f=d.t,p=d.l,m=pd(r,15),g=m.t,y=m.l,v=ov(f),w=v.c,k=v.n,x=ov(g),b=x.c,S=x.n,C=new ft(19),T=0;T<w.length;++T)++C[w[T]&31];for(var T=0;T<b.length;++T)++C[b[T]&31];for(var D=pd(C,7),N=D.t,F=D.l,_=19;_>4&&!N[gd[_-1]];--_);var $=h+5<<3,W=dr(s,Ln)+dr(r,fr)+o,U=dr(s,f)+dr(r,g)+o+14+3*_+dr(C,N)+2*C[16]+3*C[17]+7*C[18];if(l>=0&&$<=W&&$<=U)return pv(e,c,n.subarray(l,l+h));var J,K,ue,Y;if(fn(e,c,1+(U<W)),c+=2,U<W){J=Xt(f,p,0),K=f,ue=Xt(g,y,0),Y=g;var Le=Xt(N,F,0);fn(e,c,k-257),fn(e,c+5,S-1),fn(e,c+10,_-4),c+=14;for(var T=0;T<_;++T)fn(e,c+3*T,N[gd[T]]);c+=3*_;for(var we=[w,b],de=0;de<2;++de)for(var fe=we[de],T=0;T<fe.length;++T){var ge=fe[T]&31;fn(e,c,Le[ge]),c+=N[ge],ge>15&&(fn(e,c,fe[T]>>5&127),c+=fe[T]>>12)}}else J=NA,K=Ln,ue=HA,Y=fr;for(var T=0;T<a;++T){var ee=i[T];if(ee>255){var ge=ee>>18&31;ur(e,c,J[ge+257]),c+=K[ge+257],ge>7&&(fn(e,c,ee>>23&31),c+=Za[ge]);var Fe=ee&31;ur(e,c,ue[Fe]),c+=Y[Fe],Fe>3&&(ur(e,c,ee>>5&8191),c+=Qa[Fe])}else ur(e,c,J[ee]),c+=K[ee]}return ur(e,c,J[256]),c+K[256]},UA=new xd([65540,131080,131088,131104,262176,1048704,1048832,2114560,2117632]),mv=new Ce(0),jA=function(n,e,t,i,s,r){var o=r.z||n.length,a=new Ce(i+o+5*(1+Math.ceil(o/7e3))+s),l=a.subarray(i,a.length-s),h=r.l,c=(r.r||0)&7;if(e){c&&(l[0]=r.r>>3);for(var d=UA[e-1],f=d>>13,p=d&8191,m=(1<<t)-1,g=r.p||new ft(32768),y=r.h||new ft(m+1),v=Math.ceil(t/3),w=2*v,k=function(wl){return(n[wl]^n[wl+1]<<v^n[wl+2]<<w)&m},x=new xd(25e3),b=new ft(288),S=new ft(32),C=0,T=0,D=r.i||0,N=0,F=r.w||0,_=0;D+2<o;++D){var $=k(D),W=D&32767,U=y[$];if(g[W]=U,y[$]=W,F<=D){var J=o-D;if((C>7e3||N>24576)&&(J>423||!h)){c=av(n,l,0,x,b,S,T,N,_,D-_,c),N=C=T=0,_=D;for(var K=0;K<286;++K)b[K]=0;for(var K=0;K<30;++K)S[K]=0}var ue=2,Y=0,Le=p,we=W-U&32767;if(J>2&&$==k(D-we))for(var de=Math.min(f,J)-1,fe=Math.min(32767,D),ge=Math.min(258,J);we<=fe&&--Le&&W!=U;){if(n[D+ue]==n[D+ue-we]){for(var ee=0;ee<ge&&n[D+ee]==n[D+ee-we];++ee);if(ee>ue){if(ue=ee,Y=we,ee>de)break;for(var Fe=Math.min(we,ee-2),mt=0,K=0;K<Fe;++K){var Qt=D-we+K&32767,br=g[Qt],wr=Qt-br&32767;wr>mt&&(mt=wr,U=Qt)}}}W=U,U=g[W],we+=W-U&32767}if(Y){x[N++]=268435456|yd[ue]<<18|rv[Y];var ns=yd[ue]&31,is=rv[Y]&31;T+=Za[ns]+Qa[is],++b[257+ns],++S[is],F=D+ue,++C}else x[N++]=n[D],++b[n[D]]}}for(D=Math.max(D,F);D<o;++D)x[N++]=n[D],++b[n[D]];c=av(n,l,h,x,b,S,T,N,_,D-_,c),h||(r.r=c&7|l[c/8|0]<<3,c-=7,r.h=y,r.p=g,r.i=D,r.w=F)}else{for(var D=r.w||0;D<o+h;D+=65535){var fi=D+65535;fi>=o&&(l[c/8|0]=h,fi=o),c=pv(l,c+1,n.subarray(D,fi))}r.i=o}return pr(a,0,i+Sd(c)+s)},GA=(function(){for(var n=new Int32Array(256),e=0;e<256;++e){for(var t=e,i=9;--i;)t=(t&1&&-306674912)^t>>>1;n[e]=t}return n})(),KA=function(){var n=-1;return{p:function(e){for(var t=n,i=0;i<e.length;++i)t=GA[t&255^e[i]]^t>>>8;n=t},d:function(){return~n}}};var YA=function(n,e,t,i,s){if(!s&&(s={l:1},e.dictionary)){var r=e.dictionary.subarray(-32768),o=new Ce(r.length+n.length);o.set(r),o.set(n,r.length),n=o,s.w=r.length}return jA(n,e.level==null?6:e.level,e.mem==null?s.l?Math.ceil(Math.max(8,Math.min(13,Math.log(n.length)))*1.5):20:12+e.mem,t,i,s)},gv=function(n,e){var t={};for(var i in n)t[i]=n[i];for(var i in e)t[i]=e[i];return t};var Jt=function(n,e){return n[e]|n[e+1]<<8},At=function(n,e){return(n[e]|n[e+1]<<8|n[e+2]<<16|n[e+3]<<24)>>>0},md=function(n,e){return At(n,e)+At(n,e+4)*4294967296},We=function(n,e,t){for(;t;++e)n[e]=t,t>>>=8};function JA(n,e){return YA(n,e||{},0,0)}function XA(n,e){return VA(n,{i:2},e&&e.out,e&&e.dictionary)}var yv=function(n,e,t,i){for(var s in n){var r=n[s],o=e+s,a=i;Array.isArray(r)&&(a=gv(i,r[1]),r=r[0]),ArrayBuffer.isView(r)?t[o]=[r,a]:(t[o+="/"]=[new Ce(0),a],yv(r,o,t,i))}},lv=typeof TextEncoder<"u"&&new TextEncoder,wd=typeof TextDecoder<"u"&&new TextDecoder,ZA=0;try{wd.decode(mv,{stream:!0}),ZA=1}catch{}var QA=function(n){for(var e="",t=0;;){var i=n[t++],s=(i>127)+(i>223)+(i>239);if(t+s>n.length)return{s:e,r:pr(n,t-1)};s?s==3?(i=((i&15)<<18|(n[t++]&63)<<12|(n[t++]&63)<<6|n[t++]&63)-65536,e+=String.fromCharCode(55296|i>>10,56320|i&1023)):s&1?e+=String.fromCharCode((i&31)<<6|n[t++]&63):e+=String.fromCharCode((i&15)<<12|(n[t++]&63)<<6|n[t++]&63):e+=String.fromCharCode(i)}};function Xa(n,e){if(e){for(var t=new Ce(n.length),i=0;i<n.length;++i)t[i]=n.charCodeAt(i);return t}if(lv)return lv.encode(n);for(var s=n.length,r=new Ce(n.length+(n.length>>1)),o=0,a=function(c){r[o++]=c},i=0;i<s;++i){if(o+5>r.length){var l=new Ce(o+8+(s-i<<1));l.set(r),r=l}var h=n.charCodeAt(i);h<128||e?a(h):h<2048?(a(192|h>>6),a(128|h&63)):h>55295&&h<57344?(h=65536+(h&1047552)|n.charCodeAt(++i)&1023,a(240|h>>18),a(128|h>>12&63),a(128|h>>6&63),a(128|h&63)):(a(224|h>>12),a(128|h>>6&63),a(128|h&63))}return pr(r,0,o)}function Cd(n,e){if(e){for(var t="",i=0;i<n.length;i+=16384)t+=String.fromCharCode.apply(null,n.subarray(i,i+16384));return t}else{if(wd)return wd.decode(n);var s=QA(n),r=s.s,t=s.r;return t.length&&Ke(8),r}}var eT=function(n,e){return e+30+Jt(n,e+26)+Jt(n,e+28)},tT=function(n,e,t){var i=Jt(n,e+28),s=Jt(n,e+30),r=Cd(n.subarray(e+46,e+46+i),!(Jt(n,e+8)&2048)),o=e+46+i,a=nT(n,o,s,t,At(n,e+20),At(n,e+24),At(n,e+42)),l=a[0],h=a[1],c=a[2];return[Jt(n,e+10),l,h,r,o+s+Jt(n,e+32),c]},nT=function(n,e,t,i,s,r,o){var a=s==4294967295,l=r==4294967295,h=o==4294967295,c=e+t,d=a+l+h;if(i&&d){for(;e+4<c;e+=4+Jt(n,e+2))if(Jt(n,e)==1)return[a?md(n,e+4+8*l):s,l?md(n,e+4):r,h?md(n,e+4+8*(l+a)):o,1];i<2&&Ke(13)}return[s,r,o,0]},kd=function(n){var e=0;if(n)for(var t in n){var i=n[t].length;i>65535&&Ke(9),e+=i+4}return e},hv=function(n,e,t,i,s,r,o,a){var l=i.length,h=t.extra,c=a&&a.length,d=kd(h);We(n,e,o!=null?33639248:67324752),e+=4,o!=null&&(n[e++]=20,n[e++]=t.os),n[e]=20,e+=2,n[e++]=t.flag<<1|(r<0&&8),n[e++]=s&&8,n[e++]=t.compression&255,n[e++]=t.compression>>8;var f=new Date(t.mtime==null?Date.now():t.mtime),p=f.getFullYear()-1980;if((p<0||p>119)&&Ke(10),We(n,e,p<<25|f.getMonth()+1<<21|f.getDate()<<16|f.getHours()<<11|f.getMinutes()<<5|f.getSeconds()>>1),e+=4,r!=-1&&(We(n,e,t.crc),We(n,e+4,r<0?-r-2:r),We(n,e+8,t.size)),We(n,e+12,l),We(n,e+14,d),e+=16,o!=null&&(We(n,e,c),We(n,e+6,t.attrs),We(n,e+10,o),e+=14),n.set(i,e),e+=l,d)for(var m in h){var g=h[m],y=g.length;We(n,e,+m),We(n,e+2,y),n.set(g,e+4),e+=4+y}return c&&(n.set(a,e),e+=c),e},iT=function(n,e,t,i,s){We(n,e,101010256),We(n,e+8,t),We(n,e+10,t),We(n,e+12,i),We(n,e+16,s)};function vv(n,e){e||(e={});var t={},i=[];yv(n,"",t,e);var s=0,r=0;for(var o in t){var a=t[o],l=a[0],h=a[1],c=h.level==0?0:8,d=Xa(o),f=d.length,p=h.comment,m=p&&Xa(p),g=m&&m.length,y=kd(h.extra);f>65535&&Ke(11);var v=c?JA(l,h):l,w=v.length,k=KA();k.p(l),i.push(gv(h,{size:l.length,crc:k.d(),c:v,f:d,m,u:f!=o.length||m&&p.length!=g,o:s,compression:c})),s+=30+f+y+w,r+=76+2*(f+y)+(g||0)+w}for(var x=new Ce(r+22),b=s,S=r-s,C=0;C<i.length;++C){var d=i[C];hv(x,d.o,d,d.f,d.u,d.c.length);var T=30+d.f.length+kd(d.extra);x.set(d.c,d.o+T),hv(x,s,d,d.f,d.u,d.c.length,d.o,d.m),s+=16+T+(d.m?d.m.length:0)}return iT(x,s,i.length,S,b),x}function bv(n,e){for(var t={},i=n.length-22;At(n,i)!=101010256;--i)(!i||n.length-i>65558)&&Ke(13);var s=Jt(n,i+8);if(!s)return{};var r=At(n,i+16),o=At(n,i-20)==117853008;if(o){var a=At(n,i-12);o=At(n,a)==101075792,o&&(s=At(n,a+32),r=At(n,a+48))}for(var l=e&&e.filter,h=0;h<s;++h){var c=tT(n,r,o),d=c[0],f=c[1],p=c[2],m=c[3],g=c[4],y=c[5],v=eT(n,y);r=g,(!l||l({name:m,size:f,originalSize:p,compression:d}))&&(d?d==8?t[m]=XA(n.subarray(v,v+f),{out:new Ce(p)}):Ke(14,"unknown compression type "+d):t[m]=pr(n,v,v+f))}return t}var sT=/\.(rules|toml|md)$/;function wv(n){let e=Object.fromEntries(n.map(({path:t,text:i})=>[t,Xa(i)]));return new Blob([vv(e)],{type:"application/zip"})}async function kv(n){let e=bv(new Uint8Array(await n.arrayBuffer())),t=Object.entries(e).filter(([s,r])=>sT.test(s)&&r.length>0&&!s.startsWith("__MACOSX")).map(([s,r])=>({path:s,text:Cd(r).replaceAll(`\r
`,`
`)})),i=rT(t.map(s=>s.path));return t.map(({path:s,text:r})=>({path:s.slice(i.length),text:r}))}function rT(n){let e=n[0]?.split("/")[0];return e===void 0||e==="rules"||e==="units"?"":n.every(t=>t.startsWith(`${e}/`))?`${e}/`:""}var oT=[{from:"skirmish",title:"A skirmish on the table",about:"single fighters, inches, two actions each"},{from:"hexes",title:"Brigades on hexes",about:"zones of control, odds, retreats, a map"},{from:"areas",title:"Armies in areas",about:"roads, passes, ferries, flags to hold"},{from:"cards",title:"Hands of cards",about:"one pack, companies face down at three fords"},{from:"solo",title:"A solo game",about:"one player against a table of events"}];async function xv(n){return(await n.front.request("sandtable/starter",{name:"my-game"})).starters.map(t=>oT.find(i=>i.from===t)??{from:t,title:t,about:""})}function Oe(n,e,t=!1){n.notice.value={text:e,undo:t}}function pn(n){n.screen.page.value="start",n.screen.show("docs"),n.screen.focus("right")}async function Sv(n,e,t){let i=aT(n,t);try{let{files:s}=await n.front.request("sandtable/starter",{name:i,from:e});Zi(n,s,`new game ${i}`),n.question.choose(i,null),Oe(n,`Your game “${i}” is ready.`,!0)}catch(s){Oe(n,`The starter cannot be opened: ${z.from(s).message}`)}}function Zi(n,e,t,i){n.acts.perform(t,()=>{for(let{path:r,text:o}of e)n.texts.put(r,o)});let s=i??e.find(r=>r.path.endsWith(".rules"))?.path??e[0]?.path;s!==void 0&&n.desk.open(s)}function aT(n,e){let t=new Set(n.library.rulesets.value.map(r=>r.name)),i=n.texts.list.value.map(r=>r.path),s=r=>t.has(r)||i.some(o=>o.startsWith(`rules/${r}/`));if(!s(e))return e;for(let r=0;r<26;r+=1){let o=`${e}-${String.fromCharCode(98+r)}`;if(!s(o))return o}return`${e}-z${Date.now()}`}function Cv(n){return n.texts.list.value.filter(e=>!e.builtIn).map(e=>({path:e.path,text:e.text}))}function el(n){Ad(wv(Cv(n)),"sandtable.zip")}function Ad(n,e){let t=document.createElement("a");t.href=URL.createObjectURL(n),t.download=e,t.click(),setTimeout(()=>URL.revokeObjectURL(t.href),1e4)}async function Av(n,e){let t=[...e.files??[]];e.value="";try{let i=[];for(let s of t)s.name.endsWith(".zip")?i.push(...await kv(s)):i.push({path:s.name,text:(await s.text()).replaceAll(`\r
`,`
`)});if(i.length===0){Oe(n,"There are no rules or units in this file.");return}Zi(n,i,"import"),Oe(n,i.length===1?"One text was imported.":`${i.length} texts were imported.`,!0)}catch(i){Oe(n,`The file cannot be read: ${Yt(i)}`)}}async function tl(n){let e=n.question.record(),t=e?.ruleset??n.question.ruleset.value,i=lT(n,t),s=Cv(n).filter(o=>i===null||i.has(o.path)),r=await iv(window.location.href,{texts:s,question:e});n.link.value=r;try{await navigator.clipboard.writeText(r);let o=Math.ceil(r.length/1e3);Oe(n,`The link is copied (${o} KB). It holds the whole game, for “Open a link” in any studio; nothing was sent anywhere.`)}catch{Oe(n,"The browser does not let the page copy. The link is in the palette: copy it from there.")}}function lT(n,e){let t=new Set,i=e===null?[]:[e],s=new Set;for(;i.length>0;){let r=i.pop(),o=r===void 0||s.has(r)?void 0:n.library.get(r);if(r!==void 0&&s.add(r),o!==void 0){for(let a of[...o.files,...o.scenarios])t.add(a.path);i.push(...o.base)}}return t.size===0?null:t}async function Bn(n,e,t){try{await navigator.clipboard.writeText(e),Oe(n,`${t} copied.`)}catch{Oe(n,"The browser does not let the page copy.")}}function Qi(n,e){let{library:t,texts:i}=n,s=t.rulesets.value.find(d=>d.scenarios.some(f=>f.name===e)),r=s?.scenarios.find(d=>d.name===e),o=r===void 0?void 0:i.byUri(r.uri);if(s===void 0||o===void 0||o.builtIn)return[];let a=/^map\s*=\s*"([^"]+)"/m.exec(o.text)?.[1],h=[s.name,...s.base].flatMap(d=>t.get(d)?.files??[]).filter(d=>d.kind==="map").find(d=>d.path.endsWith(`/${a??""}.toml`)),c=h===void 0?void 0:i.byUri(h.uri);return c===void 0||c.builtIn?[o]:[o,c]}function Mv(n,e,t,i){let s=cd(Qi(n,e),t);if(s===null){Oe(n,`\`${t}\` has no section of its own in the scenario or the map: write it as \`[unit.${t}]\` to move it.`);return}let{file:r,heading:o}=s;n.acts.perform(`move ${t} to ${i}`,()=>n.texts.put(r.path,hd(r.text,o,"at",i)))}function Tv(n,e,t,i){let s=cd(Qi(n,e),t);if(s===null)return;let{file:r,heading:o}=s,l=((Number(ev(r.text,o,"facing")??"0")+i)%360+360)%360;n.acts.perform(`turn ${t}`,()=>n.texts.put(r.path,hd(r.text,o,"facing",String(l))))}function Ev(n,e,t,i){for(let s of Qi(n,e)){let r=nv(s.text,t,i.mark);if(r!==null){n.acts.perform(`draw ${i.name} at ${t}`,()=>n.texts.put(s.path,r));return}}Oe(n,"The map has no drawing with this place.")}function Dv({scenario:n,state:e,chosen:t,tool:i,choose:s}){let r=M();r.texts.revision.value;let o=Qi(r,n),a=o.flatMap(h=>tv(h.text)),l=e.sheets.find(h=>h.unit===t)?.title??e.board?.pieces.find(h=>h.unit===t)?.title;return u("div",{class:"edit-tools",children:[u("p",{class:"row",role:"group","aria-label":"A click on the board",children:[u("button",{type:"button",class:"chip","aria-pressed":i==="move",onClick:()=>s("move"),children:"Move a piece"}),a.map(h=>u("button",{type:"button",class:"chip","aria-pressed":typeof i=="object"&&i.mark===h.mark,onClick:()=>s(h),children:["Draw ",u("code",{children:h.mark})," ",h.name]},h.mark))]}),i==="move"&&u("p",{class:"row",children:[l===void 0?"Choose a piece, then its new place.":`${l}: choose its new place.`,l!==void 0&&t!==null&&u(H,{children:[u("button",{type:"button",class:"small",onClick:()=>Tv(r,n,t,-30),children:"Turn left"}),u("button",{type:"button",class:"small",onClick:()=>Tv(r,n,t,30),children:"Turn right"})]})]}),u("p",{class:"quiet",children:["Every change is written into ",o.map(h=>h.name).join(" and "),"; undo takes it back."]})]})}function Td(n,e){let t=Ov(n);if(t===null)return[];let i=[];for(let s of e){let r=/^\((-?[\d.]+), (-?[\d.]+)\)$/.exec(s);r!==null&&i.push({name:s,...t(Number(r[1]),Number(r[2]))})}return i}function Pv(n,e){let t=Ov(n);if(t===null)return null;let i=t(0,0),s=t(1,0).x-i.x,r=o=>Math.max(0,Math.round(2*o/s)/2);return`[${r(e.x-i.x)}, ${r(i.y-e.y)}]`}function Ov(n){let e=Math.max(...n.labels.map(c=>c.y)),t=Math.min(...n.labels.map(c=>c.x)),i=n.labels.filter(c=>c.y===e).map(c=>({inches:Number(c.text),at:c.x})),s=n.labels.filter(c=>c.x===t).map(c=>({inches:Number(c.text),at:c.y})),[r,o]=[i[0],i[1]],[a,l]=[s[0],s[1]],h=r!==void 0&&o!==void 0?(o.at-r.at)/(o.inches-r.inches):a!==void 0&&l!==void 0?(a.at-l.at)/(l.inches-a.inches):0;return r===void 0||a===void 0||!(h>0)?null:(c,d)=>({x:r.at+(c-r.inches)*h,y:a.at-(d-a.inches)*h})}function hT(n){if(n===null||n.includes("a"))return 0;let e=n.match(/-?[\d.]+/g)?.map(Number)??[],t=e.filter((s,r)=>r%2===0),i=e.filter((s,r)=>r%2===1);return t.length===0?0:Math.max(Math.max(...t)-Math.min(...t),Math.max(...i)-Math.min(...i))}function Rv(n){let e=Math.max(n.width,n.height)/8;return n.pieces.map(i=>({piece:i,size:hT(i.path)})).toSorted((i,s)=>s.size-i.size).map(({piece:i,size:s})=>({piece:i,isZone:s>e}))}var cT={left:{x:-1,y:0},right:{x:1,y:0},up:{x:0,y:-1},down:{x:0,y:1}};function _v(n,e,t){if(e===void 0)return n[0];let i=cT[t],s,r=1/0;for(let o of n){let a=o.x-e.x,l=o.y-e.y,h=a*i.x+l*i.y,c=Math.abs(a*i.y)+Math.abs(l*i.x);if(h<=.5||c>h*1.8)continue;let d=h+c;d<r&&([s,r]=[o,d])}return s}var uT=14,dT={ArrowLeft:"left",ArrowRight:"right",ArrowUp:"up",ArrowDown:"down"};function Lv({scene:n,state:e,chosen:t,choose:i,edit:s}){let{game:r}=M(),[o,a]=G(null),[l,h]=G(1),c=gt(null),d=s!==void 0,f=nt(()=>new Set(!d&&"question"in e.next?e.next.question.answers:[]),[e,d]),p=nt(()=>mT(n,Td(n,f)),[n,f]),m=p.find(b=>b.name===o),g=nt(()=>[...n.places.filter(b=>f.has(b.name)),...Td(n,f)],[n,f]),y=nt(()=>Rv(n),[n]),v=b=>{if(s!==void 0){let C=n.pieces.find(D=>D.unit===b||D.place===b),T=n.places.some(D=>D.name===b);s.choosesPieces&&C!==void 0&&(t===null||!T)?i(C.unit===t?null:C.unit):T&&s.place(JSON.stringify(b));return}let S=n.pieces.find(C=>C.unit===b||C.place===b&&f.has(C.unit));f.has(b)?r.answer(b):S!==void 0&&f.has(S.unit)?r.answer(S.unit):i(n.pieces.find(C=>C.unit===b||C.place===b)?.unit??null)},w=b=>{let S=dT[b.key];if(S!==void 0)a(C=>_v(p,p.find(T=>T.name===C),S)?.name??C);else if((b.key==="Enter"||b.key===" ")&&o!==null)v(o);else return;b.preventDefault()},k=b=>{let S=gT(c.current,b);if(S===null)return;let C=s!==void 0&&n.places.length>0&&(t!==null||!s.choosesPieces),T=yT(C?{...n,pieces:[]}:n,S,n.places.length>0?[]:g),D=s!==void 0&&t!==null&&n.places.length===0?Pv(n,S):null,N=n.pieces.some(F=>F.unit===T);T!==null&&a(T),D!==null&&!N?s?.place(D):T!==null&&v(T)},x=Math.max(n.radius,6);return u("figure",{class:"board",children:[u("div",{class:"board-scroll",tabIndex:-1,children:u("svg",{ref:c,viewBox:`0 0 ${n.width} ${n.height}`,style:{inlineSize:`${l*100}%`},tabindex:0,role:"application","aria-label":`The board. The arrow keys walk from place to place, Enter chooses. ${m===void 0?"":m.about}`,onKeyDown:w,onClick:k,children:[u("g",{class:"terrain",children:n.terrain.map(b=>u("path",{d:b.path,fill:b.colour,children:u("title",{children:b.title})},b.title))}),u("g",{class:"sides",children:n.lines.map((b,S)=>u("path",{d:b.path,stroke:b.colour,"stroke-width":b.width,fill:"none","stroke-linecap":"round",children:b.title!==""&&u("title",{children:b.title})},S))}),n.labels.map((b,S)=>u("text",{class:"board-label",x:b.x,y:b.y,"text-anchor":"middle","dominant-baseline":"middle",children:b.text},S)),n.places.some(b=>b.title!==b.name)&&n.places.map(b=>u("text",{class:"board-label",x:b.x,y:b.y+x*1.9,"text-anchor":"middle",children:b.title},b.name)),g.length>0&&u("g",{class:"legal",children:g.map(b=>u("circle",{cx:b.x,cy:b.y,r:n.places.length>0?x*.8:4},b.name))}),y.map(({piece:b,isZone:S})=>u(fT,{piece:b,size:x,isZone:S,isChosen:b.unit===t,isLegal:f.has(b.unit)},b.unit)),m!==void 0&&u("circle",{class:"walker",cx:m.x,cy:m.y,r:x*1.5})]})}),u("figcaption",{class:"row between",children:[u("span",{"aria-live":"polite",children:m?.about??"Click a marked piece or place, or walk with the arrow keys."}),u("span",{class:"row",children:[u("button",{type:"button",class:"icon","aria-label":"Smaller",onClick:()=>h(Math.max(1,l/1.4)),children:"−"}),u("button",{type:"button",class:"icon","aria-label":"Larger",onClick:()=>h(Math.min(6,l*1.4)),children:"+"})]})]}),u(pT,{scene:n})]})}function fT({piece:n,size:e,isZone:t,isChosen:i,isLegal:s}){let r=n.side??"#707070";return u("g",{class:["piece",t?"zone":"",i?"chosen":"",s?"is-legal":""].join(" "),children:[u("title",{children:[n.title,", ",n.place]}),s&&u("circle",{class:"halo",cx:n.x,cy:n.y,r:e*1.35}),n.path===null?u("circle",{cx:n.x,cy:n.y,r:e,fill:r}):u("path",{d:n.path,fill:r}),n.facing!==null&&u("path",{class:"facing",d:`M${n.x} ${n.y-e*1.35}l${e*.35} ${e*.45}h${-e*.7}Z`,transform:`rotate(${n.facing} ${n.x} ${n.y})`}),u("text",{x:n.x,y:n.y,fill:t?"currentColor":n.ink,"text-anchor":"middle","dominant-baseline":"central","font-size":Math.max(8,e*(n.label.length>2?.72:1)),children:n.label})]})}function pT({scene:n}){let e=n.terrain.filter(i=>i.title!==""),t=n.lines.filter(i=>i.title!=="");return e.length+t.length+n.notes.length===0?null:u("ul",{class:"legend",children:[e.map(i=>u("li",{children:[u("span",{class:"swatch",style:{background:i.colour}})," ",i.title]},i.title)),t.map(i=>u("li",{children:[u("span",{class:"swatch line",style:{background:i.colour}})," ",i.title]},i.title)),n.notes.map(i=>u("li",{children:i},i))]})}function mT(n,e){return n.places.length===0?[...n.pieces.map(i=>({name:i.unit,about:`${i.title}, ${i.place}`,x:i.x,y:i.y})),...e.map(i=>({...i,about:i.name}))]:n.places.map(t=>{let i=n.pieces.filter(r=>r.place===t.name||r.place===t.title).map(r=>r.title),s=[t.title,t.terrain,...i].filter(r=>r!=="").join(", ");return{name:t.name,about:s,x:t.x,y:t.y}})}function gT(n,e){let t=n?.getScreenCTM();return t==null?null:new DOMPoint(e.clientX,e.clientY).matrixTransform(t.inverse())}function yT(n,e,t){let i=a=>Math.hypot(a.x-e.x,a.y-e.y),s=t.toSorted((a,l)=>i(a)-i(l))[0];if(s!==void 0&&i(s)<=uT)return s.name;let r=n.pieces.toSorted((a,l)=>i(a)-i(l))[0];return r!==void 0&&i(r)<=Math.max(n.radius,6)*1.2?r.unit:n.places.toSorted((a,l)=>i(a)-i(l))[0]?.name??null}var Bv=60,vT=12;function Iv({state:n}){let{game:e}=M(),[t,i]=G(""),s=gt(null),{next:r}=n,o="question"in r?r.question.title:null;if(re(()=>i(""),[o,n.journal]),"over"in r)return u("section",{class:"decision over","aria-live":"polite",children:[u("h3",{children:"The game is over"}),r.over.map(d=>u("p",{children:d},d))]});if("stopped"in r)return u(He,{failure:new z(0,r.stopped.message,r.stopped.data??null),title:"The game stopped"});let{question:a}=r,l=e.busy.value,h=kT(a.answers,n),c=h.length>vT&&n.board!==null&&h.some(({answer:d})=>wT(n,d));return u("section",{class:"decision",ref:s,"aria-live":"polite",children:[u("h3",{children:[a.by!==null&&a.by!==""&&u("span",{class:"by",children:a.by})," ",a.title]}),n.rejected!==null&&u("div",{class:"failure",role:"alert",children:n.rejected.map(d=>u("p",{children:d},d))}),c&&u("p",{children:"Choose a marked place on the board, or one of the list."}),u(bT,{isFolded:c,count:h.length,children:u("div",{class:"answers",children:h.slice(0,Bv).map(({answer:d,title:f})=>u("button",{type:"button",disabled:l,onClick:()=>{e.answer(d)},children:f},d))})}),(a.values!==null||h.length>Bv||h.length===0)&&u("form",{class:"row",onSubmit:d=>{d.preventDefault(),t!==""&&e.answer(t.trim())},children:[u("label",{children:[u("span",{class:"hidden",children:"Answer"}),u("input",{type:"text",value:t,list:"answers",placeholder:a.values??"a name",onInput:d=>i(d.currentTarget.value)})]}),u("datalist",{id:"answers",children:a.answers.map(d=>u("option",{value:d},d))}),u("button",{type:"submit",disabled:l||t==="",children:"Answer"})]}),u("p",{class:"row",children:u("button",{type:"button",class:"link",disabled:l,onClick:()=>{e.why()},children:"Why not something else?"})})]})}function bT({isFolded:n,count:e,children:t}){return n?u("details",{children:[u("summary",{children:[e," answers as a list"]}),t]}):u(H,{children:t})}function wT(n,e){return e.startsWith("(")||(n.board?.places.some(t=>t.name===e)??!1)}function kT(n,e){let t=new Map(e.sheets.map(i=>[i.unit,i.title]));return n.map(i=>({answer:i,title:t.get(i)??i}))}function Fv({sheets:n,chosen:e,choose:t}){return n.length===0?null:u(H,{children:[u("h3",{children:"Pieces"}),u("ul",{class:"sheets",children:n.map(i=>u("li",{children:u("button",{type:"button",class:"sheet","aria-pressed":i.unit===e,onClick:()=>t(i.unit===e?null:i.unit),children:[u("b",{children:i.title}),i.lines.map((s,r)=>u("span",{children:r===0?xT(s,i.title):s.trim()},s))]})},i.unit))})]})}function xT(n,e){return(n.startsWith(e)?n.slice(e.length).trim():n).replace(/^\((.*?)\)/,"$1")}function mr({steps:n,details:e,before:t}){let{desk:i,screen:s,question:r}=M(),o=M(),a=t===void 0?null:new Set(t.map(h=>h.text)),l=r.ruleset.value??void 0;return u("ol",{class:"steps",children:n.filter(h=>e||!h.detail).map((h,c)=>{let d=a!==null&&!a.has(h.text),{place:f}=h;return u("li",{style:{"--depth":h.depth},class:[h.detail?"detail":"",d?"new":""].join(" "),children:[f==null?u("span",{children:h.text}):u("button",{type:"button",class:"step",title:"Show it in the text",onClick:()=>{i.go(f,!1),s.pane.value="text"},children:h.text}),d&&u("span",{class:"hidden",children:" (changed)"}),h.sections.map(p=>u("button",{type:"button",class:"cite",onClick:()=>o.showSection(l,p),children:p},p))]},c)})})}function qv(){let{game:n,library:e}=M(),t=n.scenario.value,i=e.rulesets.value.flatMap(s=>s.scenarios.map(r=>({...r,ruleset:s.title})));return t===null?u("div",{class:"scroll padded",children:[u("h2",{class:"pane-title",children:"Play a scenario"}),i.length===0&&u("p",{class:"quiet",children:"There is no scenario yet. The page “Scenarios and games” shows how to write one; every starter has one."}),u("ul",{class:"cards",children:i.map(s=>u("li",{children:u("button",{type:"button",class:"card",onClick:()=>n.choose(s.name),children:[u("b",{children:s.name.slice(s.name.indexOf("/")+1)}),u("span",{children:s.ruleset})]})},s.name))})]}):u(CT,{scenario:t},t)}var ST=[["person","you"],["policy","the rules, by worth"],["random","chance"]];function CT({scenario:n}){let e=M(),{game:t,texts:i}=e,s=t.state.value,r=t.failed.value,[o,a]=G(null),[l,h]=G(null),[c,d]=G(null),f=i.revision.value,p=Qi(e,n).length>0;re(()=>{if(c===null||o===null)return;let y=setTimeout(()=>{t.begin({scenario:n,variants:[],sides:[...o],seed:null})},150);return()=>clearTimeout(y)},[f]),re(()=>{let y=!0;return AT(e,n).then(v=>y&&a(v)),()=>{y=!1}},[e,n]),re(()=>{o!==null&&t.begin({scenario:n,variants:[],sides:[...o],seed:null})},[n,o,t]);let m=(s?.sides??[]).map(y=>[y.name,y.player]),g=(y,v)=>a(m.map(([w,k])=>[w,w===y?v:k]));return u("div",{class:"scroll padded board-pane",children:[u("p",{class:"row between",children:[u("button",{type:"button",class:"link",onClick:()=>t.choose(null),children:"All scenarios"}),u("span",{class:"row",children:[p&&s?.board!=null&&u("button",{type:"button",class:"chip","aria-pressed":c!==null,onClick:()=>(d(c===null?"move":null),h(null)),children:"Change the set-up"}),u("button",{type:"button",disabled:s===null||s.people.length===0||t.busy.value,onClick:()=>{t.undo()},children:"Undo"}),u("button",{type:"button",disabled:t.busy.value,onClick:()=>{t.begin({scenario:n,variants:[],sides:m,seed:Math.floor(Math.random()*1e6)})},children:"New dice"})]})]}),u("h2",{class:"pane-title",children:s?.title??n}),r!==null&&u(He,{failure:r,title:"This scenario cannot be played"}),s===null&&r===null&&u("p",{class:"quiet",children:"Setting the board up …"}),s!==null&&u(H,{children:[u("p",{class:"players row",children:[s.sides.map(y=>u("label",{children:[y.title,":"," ",u("select",{value:y.player,onChange:v=>g(y.name,v.currentTarget.value),children:ST.map(([v,w])=>u("option",{value:v,children:w},v))})]},y.name)),u("small",{class:"quiet",children:["seed ",s.seed]})]}),s.remark!==null&&u("p",{class:"quiet",children:s.remark}),c!==null&&u(Dv,{scenario:n,state:s,chosen:l,tool:c,choose:d}),u(MT,{state:s,chosen:l,choose:h,...c===null?{}:{edit:TT(e,n,c,l,h)}})]})]})}async function AT(n,e){let t=n.library.rulesets.value.flatMap(r=>r.scenarios).find(r=>r.name===e);return[...((t===void 0?null:await n.load(t.uri).catch(()=>null))?.text??"").matchAll(/^\[side\.([\w-]+)\]/gm)].map(r=>r[1]??"").map((r,o)=>[r,o===0?"person":"policy"])}function TT(n,e,t,i,s){return{choosesPieces:t==="move",place:r=>{t!=="move"?Ev(n,e,JSON.parse(r),t):i!==null&&(Mv(n,e,i,r),s(null))}}}function MT({state:n,chosen:e,choose:t,edit:i}){let[s,r]=G(!1);return u(H,{children:[i===void 0&&u(Iv,{state:n}),n.board!==null&&u(Lv,{scene:n.board,state:n,chosen:e,choose:t,...i===void 0?{}:{edit:i}}),u(Fv,{sheets:n.sheets,chosen:e,choose:t}),u("h3",{class:"row between",children:["Log",u("button",{type:"button",class:"chip","aria-pressed":s,onClick:()=>r(!s),children:"All lookups"})]}),u("div",{class:"log",children:u(mr,{steps:n.steps,details:s})})]})}var ET={encoded:"Encoded",judged:"Judged by the players",advice:"Nothing to carry out",missing:"Missing"};function Nv(){let{back:n,question:e,texts:t,screen:i}=M(),s=e.ruleset.value,r=t.revision.value,[o,a]=G(null),[l,h]=G(null),[c,d]=G("all"),[f,p]=G("");re(()=>{a(null)},[s]),re(()=>{if(s===null)return;let w=setTimeout(()=>{n.ask("coverage","sandtable/coverage",{ruleset:s}).then(k=>{a(k),h(null)},k=>{k instanceof rt||h(z.from(k))})},300);return()=>clearTimeout(w)},[s,r,n]);let m=i.section.value;re(()=>{m!==null&&o!==null&&(d("all"),p(m),i.section.value=null)},[m,o,i]);let g=nt(()=>DT(o,c,f),[o,c,f]);if(s===null)return u("p",{class:"padded quiet",children:"Choose a ruleset."});if(o===null)return u("div",{class:"padded",children:l===null?u("p",{class:"quiet",children:"Comparing the rules with the book …"}):u(H,{children:[u(He,{failure:l,title:"There is no coverage to show"}),u("p",{class:"quiet",children:["Coverage needs a list of the book’s numbered rules: an ",u("code",{children:"index.toml"}),", named by ",u("code",{children:"index"})," in the ruleset, or a draft in Markdown."]})]})});let y=o.unexercised.length,v=[["all","All",o.total],["encoded","Encoded",o.encoded],["untested","Untested",y],["judged","Judged",o.judged],["advice","Advice",o.advice],["missing","Missing",o.missing.length],["contradictions","Contradictions",o.contradictions.length]];return u("div",{class:"scroll padded",children:[u("h2",{class:"pane-title",children:[o.encoded," of ",o.total," rules encoded"]}),u(PT,{coverage:o}),u("div",{class:"filters",role:"group","aria-label":"Show",children:v.map(([w,k,x])=>u("button",{type:"button",class:"chip","aria-pressed":c===w,onClick:()=>d(w),children:[k," ",u("span",{class:"count",children:x})]},w))}),u("label",{class:"search",children:[u("span",{class:"hidden",children:"Search the rules"}),u("input",{type:"search",placeholder:"Number or words",value:f,onInput:w=>p(w.currentTarget.value)})]}),u("div",{class:"scrolls",children:u("table",{class:"coverage",children:[u("thead",{children:u("tr",{children:[u("th",{scope:"col",children:"Rule"}),u("th",{scope:"col",children:"Title"}),u("th",{scope:"col",children:"State"})]})}),u("tbody",{children:g.map(w=>u(OT,{rule:w,ruleset:s},w.id))})]})}),g.length===0&&u("p",{class:"quiet",children:"No rule of the book is like this."})]})}function DT(n,e,t){if(n===null)return[];let i=new Set(n.unexercised),s=t.toLowerCase().trim();return n.rules.filter(r=>(e==="all"||r.fate===e||e==="untested"&&i.has(r.id)||e==="contradictions"&&r.contradiction!==null)&&(s===""||r.id.startsWith(s)||r.title.toLowerCase().includes(s)))}function PT({coverage:n}){let e=[["exercised",n.exercised],["untested",n.encoded-n.exercised],["judged",n.judged],["advice",n.advice],["missing",n.missing.length]],t=`${n.exercised} encoded and tested, ${n.encoded-n.exercised} encoded without a test, ${n.judged} judged, ${n.advice} advice, ${n.missing.length} missing`;return u("div",{class:"meter",role:"img","aria-label":t,title:t,children:e.filter(([,i])=>i>0).map(([i,s])=>u("span",{class:i,style:{flexGrow:s}},i))})}var Md=4;function OT({rule:n,ruleset:e}){let t=M(),i=n.fate==="encoded"&&!n.exercised?"untested":n.fate;return u("tr",{children:[u("th",{scope:"row",children:n.id}),u("td",{children:[n.title,n.contradiction!==null&&u("p",{class:"help",children:["Contradiction: ",n.contradiction]}),n.unclear!==null&&u("p",{class:"help",children:["Unclear: ",n.unclear]}),n.reading!==""&&u("p",{class:"help",children:["Read as: ",n.reading]}),n.reason!==""&&u("p",{class:"help",children:n.reason}),u("p",{class:"places",children:[n.places.slice(0,Md).map(s=>u("button",{type:"button",class:"link",onClick:()=>t.goToLine(e,s),children:s},s)),n.places.length>Md&&u("small",{children:["and ",n.places.length-Md," more"]})]})]}),u("td",{children:u("span",{class:`state ${i}`,children:n.fate==="encoded"&&!n.exercised?"Encoded, untested":ET[n.fate]})})]})}var RT=/(#.*$)|("[^"\n]*"?)|(\[[\d][^\]\n]*\])|\b(\d*d\d+|\d+)\b|\b(ruleset|variant|of|table|roll|action|sequence|trigger|kind|fact|modifiers|formula|example|option|scale|die|words|window|reaction|side|sides|once|amend|replace|result|when|otherwise|if|not|and|or|is|has|per|choose|by|worth|where|add|to|take|from|set|destroy|repeat|times|until|each|in|order|depending|on|given|run|dice|expect|odds|needs|default|track|traits|stop|call|count|limited|rounded|raised|lowered|any|all|none|alternate|while|may|end|game|won|faces|choices)\b/gm,_T=["comment","string","number","number","keyword"];function $v(n,e){if(!e.startsWith("rules")&&!e.startsWith("toml"))return n;let t=[],i=0;for(let s of n.matchAll(RT)){let r=s.slice(1).findIndex(a=>a!==void 0),o=_T[r];e.startsWith("toml")&&o==="keyword"||(t.push(n.slice(i,s.index),u("span",{class:`token-${o??""}`,children:s[0]})),i=s.index+s[0].length)}return t.push(n.slice(i)),t}var Hv=[{name:"tutorial",text:`# A small game of your own in an hour

You write a small skirmish game, *Lanterns*: the watch of an old town against smugglers, a handful of figures a side, at
night. You need a text editor and the program \`sandtable\`. (\`cargo install --locked --path .\` in the folder of Sandtable
installs it.) You do not need to know how to program.

Every command on this page was run with the files of its step, and printed the output shown.

## 1. A folder and a table

Create a folder for your games, anywhere. In it, create the folder \`rules/lanterns\` and a text file
\`rules/lanterns/game.rules\`:

<!-- file: rules/lanterns/game.rules -->
\`\`\`rules
ruleset lanterns "Lanterns"

table shot-needed "Needed on a d10 to hit" (range: 0..24 inches) -> 1..10
  range | needed
  0-4   | 3
  5-12  | 6
  13-24 | 8
\`\`\`

The first line names the game. Then comes a table, drawn as in a rulebook: for each range, the number needed on a d10.
The brackets contain the keys of the table, and \`->\` declares its results. Indent the lines of the table by two spaces.

Go to the folder that contains \`rules\` and check the draft:

\`\`\`sh
sandtable check lanterns
\`\`\`

\`\`\`text
no findings in 1 file
\`\`\`

Now use the table. Give the name of the game, the name of the table, and the situation:

\`\`\`sh
sandtable odds lanterns shot-needed range=9
\`\`\`

\`\`\`text
Needed on a d10 to hit: range 9 inches

  6  1  100.00 %  ████████████████████████████

  mean 6.0000, std dev 0.0000
\`\`\`

Nothing is rolled here, so there is only one result. Change a number in the table and run it again.

## 2. A die

How bad is a hit? Lanterns has a die of its own for that. Add to the end of the file:

<!-- file: rules/lanterns/game.rules -->
\`\`\`rules
die blade "Blade die"
  faces  scratch, scratch, cut, cut, stab, kill

roll harm "Harm of a hit" -> 0..3
  roll blade
  depending on blade
    scratch:  result 0
    cut:      result 1
    stab:     result 2
    kill:     result 3
\`\`\`

A \`roll\` rolls dice and gives a result. \`depending on\` has one line for each possible face.

\`\`\`sh
sandtable odds lanterns harm
\`\`\`

\`\`\`text
Harm of a hit

  0  1/3  33.33 %  ████████████████████████████
  1  1/3  33.33 %  ████████████████████████████
  2  1/6  16.67 %  ██████████████
  3  1/6  16.67 %  ██████████████

  mean 1.1667, std dev 1.0672
\`\`\`

These are exact fractions, not the average of many rolls.

## 3. Figures

A *kind* declares what each figure has: numbers, traits, and tracks for values that change during play. Add:

<!-- file: rules/lanterns/game.rules -->
\`\`\`rules
kind fighter "Fighter"
  aim        0..3
  toughness  2..5
  traits     cloaked, quick
  track      wounds: 0..5
\`\`\`

Put the figures themselves into a second file, \`units/lanterns/figures.toml\`:

<!-- file: units/lanterns/figures.toml -->
\`\`\`toml
[fighter.constable]
name = "Constable"
aim = 1
toughness = 3

[fighter.smuggler]
name = "Smuggler"
aim = 2
toughness = 2
traits = ["cloaked"]
\`\`\`

\`\`\`sh
sandtable list lanterns units
\`\`\`

\`\`\`text
units
  constable  fighter  Constable
  smuggler   fighter  Smuggler
3 warnings; \`sandtable check lanterns\` shows more
\`\`\`

The last line counts warnings, which step 4 explains. More about unit files is in [units.md](units.md).

## 4. Bonuses and penalties

The rules need some values that only you can see on your table. These are *facts*. You can omit a fact with a default.

<!-- file: rules/lanterns/game.rules -->
\`\`\`rules
fact range "Range" (firer, target): 0..24 inches
fact cover "Cover" (target, firer): 0..2, default 0
fact lit "A lantern within 6 inches" (target): yes or no, default no

modifiers shooting "Shooting modifiers" (firer: fighter, target: fighter)
  +1  per firer.aim                                    "aim"
  -1  per cover(target, firer)                         "cover"
  -1  per firer.wounds at most 2                       "wounded"
  +2  if  lit(target)                                  "in the light"
  -2  if  target has cloked and not lit(target)        "cloaked"
\`\`\`

Each line has an amount. \`per\` applies it several times, \`if\` adds a condition. Check it:

\`\`\`sh
sandtable check lanterns
\`\`\`

\`\`\`text
E0201 unknown-name

  × a fighter has no trait \`cloked\`
    ╭─[rules/lanterns/game.rules:35:22]
 34 │   +2  if  lit(target)                                  "in the light"
 35 │   -2  if  target has cloked and not lit(target)        "cloaked"
    ·                      ──────
    ╰────
  help: did you mean \`cloaked\`? list traits in the kind: \`traits …\`

1 error in 1 file
\`\`\`

The last line has a typing error, which the finding shows. Write \`cloaked\`:

<!-- file: rules/lanterns/game.rules, replaces: modifiers shooting -->
\`\`\`rules
modifiers shooting "Shooting modifiers" (firer: fighter, target: fighter)
  +1  per firer.aim                                    "aim"
  -1  per cover(target, firer)                         "cover"
  -1  per firer.wounds at most 2                       "wounded"
  +2  if  lit(target)                                  "in the light"
  -2  if  target has cloaked and not lit(target)       "cloaked"
\`\`\`

\`\`\`sh
sandtable check lanterns
\`\`\`

\`\`\`text
E0219 never-used

  ⚠ no rule reads the stat \`toughness\`
    ╭─[rules/lanterns/game.rules:22:3]
 21 │   aim        0..3
 22 │   toughness  2..5
    ·   ─────────
 23 │   traits     cloaked, quick
    ╰────
  help: use it in a rule, or delete it

E0613 track-never-changes (likely)

  ⚠ \`wounds\` is read but never changed
    ╭─[rules/lanterns/game.rules:24:14]
 23 │   traits     cloaked, quick
 24 │   track      wounds: 0..5
    ·              ──────
 25 │
    ╰────
  help: add the rule that changes it, or make it a stat (fixed) or a fact (from
        the players)

E0219 never-used

  ⚠ no rule reads the fact \`range\`
    ╭─[rules/lanterns/game.rules:26:6]
 25 │
 26 │ fact range "Range" (firer, target): 0..24 inches
    ·      ─────
 27 │ fact cover "Cover" (target, firer): 0..2, default 0
    ╰────
  help: use it in a rule, or delete it

E0219 never-used

  ⚠ no rule reads the list of modifiers \`shooting\`
    ╭─[rules/lanterns/game.rules:30:11]
 29 │
 30 │ modifiers shooting "Shooting modifiers" (firer: fighter, target: fighter)
    ·           ────────
 31 │   +1  per firer.aim                                    "aim"
    ╰────
  help: use it in a rule, or delete it

4 warnings in 1 file
1 note, shown by \`--notes\`
\`\`\`

These are warnings: nothing is wrong, but no rule uses the modifiers or their values yet, and no rule wounds a figure.
That is next. Every finding has a longer explanation, here \`sandtable explain E0219\`.

## 5. To hit

<!-- file: rules/lanterns/game.rules -->
\`\`\`rules
roll to-hit "To hit" (firer: fighter, target: fighter) -> hit, miss
  needed = shot-needed(range) - shooting(firer, target)
  shown = d10
  hit   when shown = 10
  miss  when shown = 1
  hit   when shown >= needed
  miss  otherwise
\`\`\`

\`needed = …\` names a number. The roll has two outcomes, \`hit\` and \`miss\`. The lines are checked in order: a 10 always
hits, a 1 always misses.

Now a question with figures in it:

\`\`\`sh
sandtable odds lanterns to-hit firer=constable target=smuggler range=9 cover=1
\`\`\`

\`\`\`text
To hit: firer Constable, target Smuggler, range 9 inches, cover 1

  Shooting modifiers: +1 aim, -1 cover, -2 cloaked = -2

  hit   3/10  30.00 %  ████████████
  miss  7/10  70.00 %  ████████████████████████████

  assumed: lit=no
2 warnings; \`sandtable check lanterns\` shows more
\`\`\`

The table gives 6. The modifiers subtract 2, so the constable hits on 8, 9 and 10. What if the watch had brought a
lantern?

\`\`\`sh
sandtable odds lanterns to-hit firer=constable target=smuggler range=9 cover=1 lit=yes
\`\`\`

\`\`\`text
To hit: firer Constable, target Smuggler, range 9 inches, cover 1, a lantern within 6 inches yes

  Shooting modifiers: +1 aim, -1 cover, +2 in the light = +2

  hit   7/10  70.00 %  ████████████████████████████
  miss  3/10  30.00 %  ████████████
2 warnings; \`sandtable check lanterns\` shows more
\`\`\`

## 6. Damage

An *action* can change the figures. A *trigger* fires automatically when a track reaches a number.

<!-- file: rules/lanterns/game.rules -->
\`\`\`rules
action shoot "Shoot" (firer: fighter, target: fighter)
  needs range <= 18 "a target within 18 inches"
  if to-hit(firer, target) is miss: stop
  add harm to target.wounds

trigger out-of-action "Out of action" (unit: fighter)
  when unit.wounds reaches unit.toughness: destroy unit
\`\`\`

\`\`\`sh
sandtable odds lanterns shoot firer=constable target=smuggler range=9 cover=1
\`\`\`

\`\`\`text
Shoot: firer Constable, target Smuggler, range 9 inches, cover 1

  Shooting modifiers: +1 aim, -1 cover, -2 cloaked = -2

  no effect                       4/5  80.00 %  ████████████████████████████
  Smuggler: wounds 1             1/10  10.00 %  ███▌
  Smuggler: wounds 2, destroyed  1/20   5.00 %  █▊
  Smuggler: wounds 3, destroyed  1/20   5.00 %  █▊

  assumed: lit=no
\`\`\`

\`roll\` plays it once and shows every step. With \`--dice\` you give the faces of the dice:

\`\`\`sh
sandtable roll lanterns shoot firer=constable target=smuggler range=9 cover=1 --dice 8,stab
\`\`\`

\`\`\`text
Shoot: firer Constable, target Smuggler, range 9 inches, cover 1
  To hit: firer Constable, target Smuggler
    Needed on a d10 to hit: range 9 inches gives 6
    Shooting modifiers: +1 aim, -1 cover, -2 cloaked = -2
    needed = 8
    d10 shows 8
    shown = 8
  to-hit: hit
  Harm of a hit
    blade shows stab
  harm: 2
  Smuggler: wounds 0 → 2
  Out of action: Smuggler
  Smuggler: destroyed no → yes

Smuggler: wounds 2, destroyed
assumed: lit=no
\`\`\`

You can also give a track: how likely is it that a second shot finishes him, if he already has one wound?

\`\`\`sh
sandtable odds lanterns shoot firer=constable target=smuggler range=9 cover=1 target.wounds=1
\`\`\`

\`\`\`text
Shoot: firer Constable, target Smuggler, target.wounds 1, range 9 inches, cover 1

  Shooting modifiers: +1 aim, -1 cover, -2 cloaked = -2

  no effect                       4/5  80.00 %  ████████████████████████████
  Smuggler: wounds 2, destroyed  1/10  10.00 %  ███▌
  Smuggler: wounds 3, destroyed  1/20   5.00 %  █▊
  Smuggler: wounds 4, destroyed  1/20   5.00 %  █▊

  assumed: lit=no
\`\`\`

## 7. An example

A rulebook has worked examples. Here the program runs them, so you notice when a change breaks one. Put them into a
separate file, \`rules/lanterns/examples.rules\`. All rule files of the folder belong to the game.

<!-- file: rules/lanterns/examples.rules -->
\`\`\`rules
example "The constable fires at a smuggler behind a barrel"
  given   firer = constable, target = smuggler, range = 9, cover = 1
  run     shoot
  dice    8, stab
  expect  to-hit is hit, target is destroyed
  odds    to-hit is hit: 3/10
  odds    target is destroyed: 1/10

example "Too far away"
  given   firer = constable, target = smuggler, range = 20
  run     shoot
  expect  refused
\`\`\`

Calculate the numbers by hand; that is the point. 3 of 10 faces hit, and 2 of 6 faces of the blade die cause two wounds
or more: 3/10 times 2/6 is 1/10.

\`\`\`sh
sandtable test lanterns
\`\`\`

\`\`\`text
lanterns: 2 examples passed
\`\`\`

## 8. An optional rule

On a moonless night everything beyond the lanterns is harder to hit. An *option* can be switched on and off:

<!-- file: rules/lanterns/game.rules -->
\`\`\`rules
option moonless "A moonless night": off
\`\`\`

Add a line to the modifiers:

<!-- file: rules/lanterns/game.rules, replaces: modifiers shooting -->
\`\`\`rules
modifiers shooting "Shooting modifiers" (firer: fighter, target: fighter)
  +1  per firer.aim                                    "aim"
  -1  per cover(target, firer)                         "cover"
  -1  per firer.wounds at most 2                       "wounded"
  +2  if  lit(target)                                  "in the light"
  -2  if  target has cloaked and not lit(target)       "cloaked"
  -1  if  moonless and not lit(target)                 "moonless"
\`\`\`

\`\`\`sh
sandtable odds lanterns to-hit firer=smuggler target=constable range=9
\`\`\`

\`\`\`text
To hit: firer Smuggler, target Constable, range 9 inches

  Shooting modifiers: +2 aim = +2

  hit   7/10  70.00 %  ████████████████████████████
  miss  3/10  30.00 %  ████████████

  assumed: cover=0, lit=no
\`\`\`

\`\`\`sh
sandtable odds lanterns to-hit firer=smuggler target=constable range=9 --option moonless=on
\`\`\`

\`\`\`text
To hit: firer Smuggler, target Constable, range 9 inches, with a moonless night

  Shooting modifiers: +2 aim, -1 moonless = +1

  hit   3/5  60.00 %  ████████████████████████████
  miss  2/5  40.00 %  ██████████████████▋

  assumed: cover=0, lit=no
\`\`\`

So the rule costs the smuggler one face in ten.

## 9. How many shots?

A question about several shots is an action that counts them. It gives a number, \`-> 0..6\`:

<!-- file: rules/lanterns/game.rules -->
\`\`\`rules
action shots-needed "Shots until out of action" (firer: fighter, target: fighter) -> 0..6
  count shot from 1 to 6
    shoot(firer, target)
    if target is destroyed: result shot
  result 0
\`\`\`

0 stands for "still alive after six shots".

\`\`\`sh
sandtable odds lanterns shots-needed firer=constable target=smuggler range=9 lit=yes
\`\`\`

\`\`\`text
Shots until out of action: firer Constable, target Smuggler, range 9 inches, a lantern within 6 inches yes

  Shooting modifiers: +1 aim, +2 in the light = +3

  0  521017/11390625   4.57 %  ████▊
  1             4/15  26.67 %  ████████████████████████████
  2             4/15  26.67 %  ████████████████████████████
  3         644/3375  19.08 %  ████████████████████
  4       6076/50625  12.00 %  ████████████▋
  5     17836/253125   7.05 %  ███████▍
  6  451388/11390625   3.96 %  ████▏

  mean 2.4426, std dev 1.4808

  assumed: cover=0
\`\`\`

Wounds from the first shots count for the later ones, and these numbers include every possible result of six shots.

## 10. A table of chances

To balance the game you want many situations at once. \`--only\` shows one chance, written as in an \`expect\`. Give several
values to one or two of the keys:

\`\`\`sh
sandtable odds lanterns to-hit firer=constable target=smuggler range=3,9,18 cover=0..2 --only "to-hit is hit"
\`\`\`

\`\`\`text
To hit: to-hit is hit

  range  cover 0  cover 1  cover 2
  3      70.00 %  60.00 %  50.00 %
  9      40.00 %  30.00 %  20.00 %
  18     20.00 %  10.00 %  10.00 %

  assumed: lit=no
\`\`\`

## 11. A whole night

So far you have asked about single shots. A game needs players and an order of play. A figure shoots once a turn, so
\`fighter\` needs one more track, which is reset when a turn ends:

<!-- file: rules/lanterns/game.rules, replaces: kind fighter -->
\`\`\`rules
kind fighter "Fighter"
  aim        0..3
  toughness  2..5
  traits     cloaked, quick
  track      wounds: 0..5
  track      has-shot: yes or no, until end of turn
\`\`\`

\`kind side\` stands for the players, \`kind game\` for the game itself. A *sequence* is an action with turns and phases:
the sides take turns while one of them has a figure that has not shot. \`choose\` lets a player decide; \`worth\` gives the
value of an option, which decides if no player does.

<!-- file: rules/lanterns/game.rules -->
\`\`\`rules
kind side "Side"

kind game "The night"
  track  turns: 0..6

sequence night "A night in the alleys"
  repeat 6 times
    add 1 to game.turns
    turn()

sequence turn "A turn"
  alternate player: side while any fighter where fighter.side is player and not fighter.has-shot
    take-shot(player)

action take-shot "One figure shoots" (player: side)
  choose firer: fighter where firer.side is player and not firer.has-shot by player "who shoots"
  set firer.has-shot to yes
  choose target: fighter where target.side is not player by player, worth target.wounds "at whom"
  shoot(firer, target)
  if not any foe: fighter where foe.side is not player: end game won by player
\`\`\`

A *scenario* sets up the figures, \`units/lanterns/scenarios/quay.toml\`:

<!-- file: units/lanterns/scenarios/quay.toml -->
\`\`\`toml
name = "At the quay"
rules = "lanterns"
play = "night"

[facts]
range = 9
lit = [{ about = ["lookout"], is = true }]

[side.watch]
name = "The watch"

[side.smugglers]
name = "The smugglers"

[unit.sergeant]
is = "constable"
name = "Sergeant"
side = "watch"
aim = 2

[unit.constable]
is = "constable"
side = "watch"

[unit.lookout]
is = "smuggler"
name = "Lookout"
side = "smugglers"

[unit.boatman]
is = "smuggler"
name = "Boatman"
side = "smugglers"
\`\`\`

\`sandtable play lanterns/quay --side watch=person\` lets you play the watch at the terminal; the smugglers choose the
highest worth. Here a file, \`first-night.txt\`, gives the moves of both sides and the dice. A choice with only one legal
option is not asked for:

<!-- file: first-night.txt -->
\`\`\`text
choices  sergeant, lookout
dice     8, kill
choices  sergeant
dice     2
dice     9, stab
\`\`\`

\`\`\`sh
sandtable play lanterns/quay --script first-night.txt
\`\`\`

\`\`\`text
At the quay
A night in the alleys
  round 1
  the night: turns 0 → 1
  A turn
    player The watch
    One figure shoots: player The watch
      The watch, who shoots: Sergeant (not Constable)
      Sergeant: has-shot no → yes
      The watch, at whom: Lookout (not Boatman)
      Shoot: firer Sergeant, target Lookout
        To hit: firer Sergeant, target Lookout
          Needed on a d10 to hit: range 9 inches gives 6
          Shooting modifiers: +2 aim, +2 in the light = +4
          needed = 2
          d10 shows 8
          shown = 8
        to-hit: hit
        Harm of a hit
          blade shows kill
        harm: 3
        Lookout: wounds 0 → 3
        Out of action: Lookout
        Lookout: destroyed no → yes
    player The smugglers
    One figure shoots: player The smugglers
      The smugglers, who shoots: Boatman (nothing else is possible)
      Boatman: has-shot no → yes
      The smugglers, at whom: Sergeant (not Constable)
      Shoot: firer Boatman, target Sergeant
        To hit: firer Boatman, target Sergeant
          Needed on a d10 to hit: range 9 inches gives 6
          Shooting modifiers: +2 aim = +2
          needed = 4
          d10 shows 2
          shown = 2
        to-hit: miss
    player The watch
    One figure shoots: player The watch
      The watch, who shoots: Constable (nothing else is possible)
      Constable: has-shot no → yes
      The watch, at whom: Boatman (nothing else is possible)
      Shoot: firer Constable, target Boatman
        To hit: firer Constable, target Boatman
          Needed on a d10 to hit: range 9 inches gives 6
          Shooting modifiers: +1 aim, -2 cloaked = -1
          needed = 7
          d10 shows 9
          shown = 9
        to-hit: hit
        Harm of a hit
          blade shows stab
        harm: 2
        Boatman: wounds 0 → 2
        Out of action: Boatman
        Boatman: destroyed no → yes
      the game ends, won by The watch

the game ends, won by The watch
the night: turns 1
Sergeant: has-shot
Constable: has-shot
Lookout: wounds 3, destroyed
Boatman: wounds 2, has-shot, destroyed
\`\`\`

[Scenarios and games](scenarios.md) explains the rest: other players, journals, undoing moves.

## 12. Is everything still correct?

\`\`\`sh
sandtable check lanterns
sandtable test lanterns
\`\`\`

\`\`\`text
lanterns: 2 examples passed
\`\`\`

The examples still pass: the option is off unless an example switches it on.

Try these next:

- Give the watch a sergeant with \`aim = 3\`, and see how much better he is.
- \`quick\` is a trait that no rule reads yet. Write the rule: quick figures are harder to hit beyond 12 inches.
- Make the cloak worth -1 and see which example fails.

You can copy mechanisms, from step losses to a campaign, from [patterns.md](patterns.md); the whole language is in
[language.md](language.md). For a whole game, see \`rules/hex-command-mechanized\`.
`},{name:"language",text:`# The language of rule files

A rule file is plain text. Its name ends with \`.rules\`. All rule files of a folder form one *ruleset*. Rule files
describe tables, dice, modifiers and procedures. The pieces (vehicles, guns, squads) are in TOML files beside them, see
[units.md](units.md). If you have not written rules before, start with the [tutorial](tutorial.md). You can copy
mechanisms from [patterns.md](patterns.md).

Every snippet on this page is checked whenever Sandtable is built. Together they are one small ruleset. Each section
ends with a typical mistake and its finding from \`sandtable check\`.

## Lines, names, marks

A declaration starts at the left edge. Indent its contents by two spaces, and each deeper block by two more. Tabs are
not allowed. A line that ends with a comma continues on the next line.

| Written | Is |
| --- | --- |
| \`movement-hits\` | a name: letters and digits, parts joined by hyphens. A hyphen continues a name only before a letter, so \`hits-1\` is a subtraction |
| \`"Movement hits"\` | a title, shown to players |
| \`[5.3.2]\`, \`[5.3.2, T-damage]\` | citations: sections of the book |
| \`# …\` | a comment, to the end of the line |
| \`7\`, \`2 hexes\`, \`6 inches\` | numbers; a bare number fits any measure |
| \`2d6\`, \`d10\`, \`2d6 inches\` | dice, rolled where they are written |
| \`yes\`, \`no\` | a flag |
| \`-\` | \`none\`: no result in a table |

Words (members of a scale, faces of a die, traits, cells of a table) can also start with a digit, have digits after
hyphens, or be a ratio: \`VL\`, \`pak-40\`, \`88-l71\`, \`3:1\`. Where only a word is possible, \`result pak-40\` is one;
elsewhere put spaces around \`-\` to subtract: \`10 - losses\`.

Every declaration can have a title and citations, in this order:

    NAME "Title" (parameters) -> result [citations]

A statement, a line of modifiers and a \`where\` can end with citations too. A line without its own has those of its
declaration.

\`sandtable fmt\` sets indentation, columns, spaces and empty lines as on this page, and keeps words and comments.

The order of files does not matter. You can use a name before its declaration.

\`\`\`rules,mistake
formula speed-left (unit: vehicle) = unit.speed-unit.movement_hits
\`\`\`

\`\`\`text
E0101 unexpected-text

  × a name has no \`_\`
   ╭─[more.rules:1:54]
 1 │ formula speed-left (unit: vehicle) = unit.speed-unit.movement_hits
   ·                                                      ─────────────
   ╰────
  help: write \`movement-hits\`
\`\`\`

## ruleset

Once in a ruleset, in any of its files.

\`\`\`rules
ruleset example-game "An example game"
  sides attackers "The attackers", defenders "The defenders"
\`\`\`

\`sides\` names the sides that play, see [Sides and the game](#sides-and-the-game). You can leave it out.

A game on a map declares its board there, indented: \`board hexes\`, \`board squares\`, \`board squares with diagonals\`,
\`board areas\` or \`board inches\`. Places, distances, lines and movement are in [boards.md](boards.md), map files in
[maps.md](maps.md).

\`index "index.toml"\`, indented below it, names the list of the book's numbered rules. Citations are then checked against
it and shown with their titles. \`sandtable coverage\` shows the state of each rule of the list:

    [[rule]]
    id = "5.3.2"                       # what citations name
    title = "Direct fire procedure"
    section = "5.3"
    force = "executable"               # or "judgement": the players decide; "advice": nothing to carry out

    [[rule]]
    id = "5.4"
    title = "Fire from the air"
    reason = "aircraft come later"     # why no rule carries it out
    contradiction = "two hexes here, three on the sheet"       # or only: true
    reading = "the sheet"              # how that, or what is left open (\`unclear = …\`), is read

\`sandtable coverage RULESET --format html > coverage.html\` makes a page for a browser: missing rules, untested rules,
contradictions in the book and how they are read, and house rules. \`sandtable section RULESET 5.3.2\` shows one rule of
the list, or all rules of a section, with its entry, the lines that cite it, and the examples that test it.

A rule of the book is *encoded* if a rule that runs cites it, *judged* if only a fact does, and *exercised* if an
example runs a line that cites it.

\`\`\`rules,mistake
ruleset My Game
\`\`\`

\`\`\`text
E0101 unexpected-text

  × unexpected \`Game\`
   ╭─[more.rules:1:12]
 1 │ ruleset My Game
   ·            ────
   ╰────
  help: put the title in quotes: \`"Game"\`
\`\`\`

## scale

An ordered list of words, least first.

\`\`\`rules
scale weight "Weight class" [3.1]: VL < L < M < H < VH
\`\`\`

\`armour raised by 1\` and \`armour lowered by hits\` move along a scale and stop at its ends. A negative number moves the
other way: \`armour lowered by -1\` raises it. \`none\` always stays \`none\`.

A scale whose words are dice is a *ladder*. A stat or track of it is a die: \`roll unit.skill\` rolls it, \`roll die-of(unit)\`
rolls the result of a formula, and \`roll (unit.skill raised by 2)\` the die two steps up.

\`\`\`rules
scale skill-die "Skill" [7]: d4 < d6 < d8 < d10 < d12

roll drill "Drill" (skill-die, help: 0..4) -> done, botched
  done when roll (skill-die raised by help) >= 4 + rest of (skill-die raised by help)
  botched otherwise
\`\`\`

A shift stops at the end of the ladder. \`rest of (skill-die raised by help)\` is the number of steps beyond it, for books
that use the rest for something else.

Compare with \`armour >= M\`, \`armour is H\` or \`armour is M or H\`. A word of a scale needs no prefix: \`armour\` determines
the scale.

A scale whose words are ratios has the columns of a combat results table. Used like a formula, it finds the column for
two strengths: \`odds(attack, defence) rounded down\` is the highest ratio that is reached (7 against 3 is \`2:1\`),
\`rounded up\` the lowest ratio that is not less. Ratios beyond an end use that end, and a defence of 0 uses the highest.
You can also write \`3-1\`, as in older books.

\`\`\`rules
scale odds "Odds" [8]: 1:2 < 1:1 < 2:1 < 3:1

table combat-results "Combat results" (shown: d6, odds) -> attacker-out or exchange or retreat [8.2]
  shown | 1:2          | 1:1          | 2:1      | 3:1
  1-2   | attacker-out | attacker-out | exchange | retreat
  3-5   | attacker-out | exchange     | retreat  | retreat
  6     | exchange     | retreat      | retreat  | retreat

roll assault "Assault" (attack: 0..60, defence: 0..60, in-town: yes or no) -> attacker-out or exchange or retreat [8]
  column = odds(attack, defence) rounded down
  result combat-results(column lowered by (1 if in-town otherwise 0))
\`\`\`

\`\`\`rules,mistake
scale size "Size": small, medium, large
\`\`\`

\`\`\`text
E0101 unexpected-text

  × unexpected \`,\`
   ╭─[more.rules:1:25]
 1 │ scale size "Size": small, medium, large
   ·                         ─
   ╰────
  help: write the words of a scale in order, the least first: \`L < M < H\`; for
        words without an order write \`words\` instead of \`scale\`
\`\`\`

## words

A list of words without an order. Such words are not compared or moved along; use \`is\`.

\`\`\`rules
words ground "Ground" [10.1]: clear, forest, town, marsh

formula drivable "Ground for lorries" (here: ground) -> clear or town or none
  depending on here
    clear:  result clear
    town:   result town
    forest: result clear [10.1-2]
    marsh:  result none

formula is-built-up (here: ground) -> yes or no = here is town
\`\`\`

The name is a type: use it for a parameter, \`here: ground\`, or as the type of a stat, a fact or a result. A list that is written out,
\`clear or town\`, is another type. Its values fit wherever all its words are allowed: the result of \`drivable\` is a valid argument of
\`is-built-up\`, but not the other way round.

\`\`\`rules
formula stops-lorries (here: ground) -> yes or no
  reached = drivable(here)
  if reached is none: result yes
  result is-built-up(reached)
\`\`\`

\`\`\`rules,mistake
formula lorry-speed (road: clear or town) = 4 if road is clear otherwise 2

formula speed-on (here: ground) = lorry-speed(here)

formula is-worse (here: ground) -> yes or no = here > clear
\`\`\`

\`\`\`text
E0203 wrong-type

  × expected one of clear, town
   ╭─[more.rules:3:47]
 2 │
 3 │ formula speed-on (here: ground) = lorry-speed(here)
   ·                                               ──┬─
   ·                                                 ╰── this can be forest or marsh
 4 │
   ╰────
  help: handle each word with \`depending on\`, or allow more words there

E0203 wrong-type

  × only numbers and the words of a scale can be less or greater
   ╭─[more.rules:5:48]
 4 │
 5 │ formula is-worse (here: ground) -> yes or no = here > clear
   ·                                                ──────┬─────
   ·                                                      ╰── this is a \`ground\`
   ╰────
  help: declare the words as a \`scale\` if they have an order
\`\`\`

## die

A die with faces of its own. A face can appear several times. The lines below name groups of faces; \`any\` is all faces,
\`none\` is no face.

\`\`\`rules
scale need "Needed to hit": auto < color < star < impossible

die cube "Damage cube"
  faces  red, red, red-star, blue, blue, blue-star
  auto       = any
  color      = red, red-star
  star       = red-star, blue-star
  impossible = none

die average-die "Average die"
  faces  2, 3, 3, 4, 4, 5
\`\`\`

\`roll cube\` rolls it. \`shown is red\` checks for a face, \`shown is color\` for a group. If \`need\` is a value of a scale,
\`shown meets need\` checks whether the face is in the group with that name. Every word of that scale must then be a group
of the die. \`shown meets\` a value that is \`none\` is always no.

A die whose faces are all numbers is a number: \`roll average-die + 2\`.

Ordinary dice need no declaration: \`d6\`, \`2d6\`, \`3d10\` (the sum of three).

\`\`\`rules,mistake
die chit "Morale chit"
  faces  brave, brave, shaken
  good = barve
\`\`\`

\`\`\`text
E0211 unknown-word

  × the die \`chit\` has no face \`barve\`
   ╭─[more.rules:3:10]
 2 │   faces  brave, brave, shaken
 3 │   good = barve
   ·          ─────
   ╰────
  help: did you mean \`brave\`? its faces are brave, shaken
\`\`\`

## Pools of dice

After ordinary dice, or after \`roll\` with a number of your own dice, write how to use them. The steps apply in the order
in which they are written and give a number.

\`\`\`rules
roll stamina "Best three of four, no ones at first" -> 3..18
  result 4d6 reroll 1 once keep highest 3

roll salvo "Dice of 5 or more" -> 0..12
  result 12d6 count 5+

roll burst "Sixes go on" -> 1..
  result 3d6 explode 6 at most 10 times

roll cubes "Cubes that show colour" -> 0..5
  result roll 5 cube count color

roll melee "Pairs that the attackers win" -> 0..2
  result 3d6 against 2d6, pairs won, ties lose

roll feint "Dice that one die beats: 2 is beat-both" -> 0..2
  result d10 against 2d8, dice beaten, ties lose

roll fusillade "As many dice as there are men" (unit: squad) -> 0..12
  result roll unit.men dice of d6 count 5+
\`\`\`

| Written | Done |
| --- | --- |
| \`best of 6d6\`, \`worst of 6d6\` | one die counts |
| \`keep highest 3\`, \`keep lowest 1\` | the others are dropped |
| \`drop lowest 1\`, \`drop highest 1\` | those are dropped |
| \`explode 6 at most 10 times\` | a die that shows it is rolled again, and both count; at most this many times for each die |
| \`reroll 1 once\`, \`reroll 1-2 at most 3 times\` | a die that shows it is rerolled, and the last face counts |
| \`count 9+\`, \`count 1 or 6\`, \`count red\` | the number of dice that show that; put it last |
| \`A against B, pairs won, ties lose\` | the highest against the highest, the next against the next; the number of pairs that \`A\` wins |
| \`A against B, dice beaten, ties win\` | the total of \`A\` against each die of \`B\`; the number of dice beaten |
| \`roll unit.men dice of d6\` | as many dice as a value says, here one for each man |
| \`roll 2 dice of unit.quality\` | dice of a value: a word of a scale of dice |

A calculated number of dice must have a known range from 0: that of a stat or track, or one of its own, \`roll (unit.men
- unit.losses limited to 0..12) dice of d6\`. If there are fewer dice than are kept, all are kept.

Without \`count\` the dice are added. Put \`explode\` and \`reroll\` before \`keep\` and \`drop\`. Give faces in the order of
rolling: first every die once, then the rerolled ones. The odds of a pool are calculated face by face, not roll by roll,
so twenty dice against twenty take milliseconds.

Other rolls need no special words: roll-under is \`d100 <= skill\`, roll-over is \`d20 + bonus >= 15\`. For an opposed roll,
name both rolls, \`ours = d6\` and \`theirs = d6\`, and compare them. A division needs a rounding: \`2d6 / 2 rounded up\`.

\`\`\`rules,mistake
roll flurry "Sixes go on for ever" -> 1..
  result 3d6 explode 6
\`\`\`

\`\`\`text
E0206 not-allowed-here

  × this needs a limit on further rolls
   ╭─[more.rules:2:14]
 1 │ roll flurry "Sixes go on for ever" -> 1..
 2 │   result 3d6 explode 6
   ·              ─────────
   ╰────
  help: add \`once\`, or a limit that is hardly ever reached: \`at most 10 times\`
\`\`\`

## kind

A kind declares the stats of its units, their tracks during play, and formulas calculated from both.

\`\`\`rules
kind gun "Gun"
  weight   weight "Weight class"         # a stat: name, type, title
  shots    1..3, default 1
  reach    0..20 hexes
  traits   rapid, steady

kind vehicle "Vehicle" [3.3]
  armour   weight
  speed    0..12 hexes
  motive   wheels or tracks
  guns     list of gun                   # parts: units of another kind
  crew     0..10, optional               # may be left out; then it is \`none\`
  traits   low, open-topped
  track    movement-hits, defence-hits: 0..4        # state, starts at 0
  track    fuel: 0..10, starts 10
  track    buttoned-up: yes or no                   # starts at no
  track    mood: steady or shaken or broken         # starts at the first word
  formula  effective-armour = armour lowered by defence-hits

kind squad "Squad"
  men      1..12
  track    movement-hits: 0..4
\`\`\`

Types of stats (and of parameters, facts and results):

| Type | Values |
| --- | --- |
| \`0..12\`, \`-3..3\`, \`0..\` | whole numbers in a range; \`number\` for any |
| \`0..12 hexes\`, \`0..24 inches\`, \`hexes\`, \`inches\` | distances, also in \`squares\` and \`areas\`. Hexes, squares, areas, inches and plain numbers cannot be mixed |
| \`yes or no\` | a flag |
| \`front or flank or rear\` | one of these words |
| \`weight\` | a word of that scale or of those \`words\`; or, for a die's name, one of its faces |
| \`dice\` | the dice of a unit, from its file: \`"d8"\`, \`"2d6+3"\`, or a number; \`roll unit.dodge\` (only for stats) |
| \`gun\` | a unit of that kind |
| \`vehicle or squad\` | a unit of one of these kinds (not for a stat) |
| \`list of gun\` | several (only in a kind) |
| \`need or none\` | a value or \`none\` (only for results of tables, formulas and rolls) |

A track is a number, a distance, a flag, a word or a unit. A number stops at the ends of its range. By default a track
starts at its minimum, at \`no\`, at its first word or at \`none\`; \`starts\` changes that. Every unit can be \`destroyed\` or
\`removed\`.

| A track | Is |
| --- | --- |
| \`track hits: 0..4, starts 1\` | a count |
| \`track target: vehicle or none\`, \`track rider: unit or none\` | another unit, or none; \`unit\` is any piece on the table |
| \`track fired-at (target: vehicle): yes or no\` | a value of its own for each such unit: \`unit.fired-at(target)\` |
| \`track pinned: yes or no, until end of turn\` | it is reset for every unit when that sequence or phase ends |

A formula of a kind reads the unit's own stats, tracks, traits and formulas by their bare names.

Two kinds can have a stat or track of the same name if its type is the same.

\`\`\`rules,mistake
kind mine "Mine"
  blast    0-4
  trigger  1..6
\`\`\`

\`\`\`text
E0101 unexpected-text

  × \`0-4\` is not a type
   ╭─[more.rules:2:12]
 1 │ kind mine "Mine"
 2 │   blast    0-4
   ·            ───
 3 │   trigger  1..6
   ╰────
  help: write a range with two dots: \`0..4\`
\`\`\`

## Sides and the game

Two kinds are special. \`kind side\` is a side of the game, \`kind game\` is the single game itself. Like every kind they
have stats, tracks and formulas.

\`\`\`rules
kind side "Side"
  bonus    -3..3, default 0
  track    momentum: -9..30
  track    place: 0..9

kind game "The game"
  track    clock: 0..20, starts 1
  track    leader: side or none

kind scout "Scout"
  track    watched: vehicle or none
  track    reported (spotted: vehicle): yes or no

action report-in "Report what it watches" (scout)
  spotted = scout.watched
  if spotted is none: stop
  if spotted.side is scout.side: stop
  once each game for scout and spotted "reported before"
  set scout.reported(spotted) to yes
  add 1 + scout.side.bonus to scout.side.momentum
  set game.leader to scout.side
  set scout.watched to none
  add 1 to game.clock
\`\`\`

Every piece has a side: \`unit.side\`. It is a track, so a unit can change sides: \`set unit.side to winner\`. The name
\`game\` is the game itself: \`game.clock\`.

Without a scenario there are two sides, called \`first\` and \`second\`. The first unit in a question belongs to the first
side, every other unit to the second. To change that, write \`given ally.side = first\`, or \`given wall.side = none\` for a
piece without a side. You can also declare sides in unit files, with their stats: \`[side.red]\`.

If the rules name the sides, declare them below the \`ruleset\` line: \`sides attackers "The attackers", defenders "The defenders"\`.
Each name is then that side, in every rule:

\`\`\`rules
action plant-flag "Plant the flag" (scout)
  if scout.side is attackers: add 2 to attackers.momentum
  else: add 1 to scout.side.momentum
  if attackers.momentum >= 20: end game won by attackers
  set game.leader to (attackers if attackers.momentum > defenders.momentum otherwise defenders)
\`\`\`

These are the sides of every question, example and scenario, in this order; \`first\` and \`second\` are other names for the first
two. A unit file can give their stats, \`[side.attackers]\`, and a scenario their starting values. \`unit.side is attackers or defenders\`
is met by either; \`choose … by attackers\`, \`create … for defenders\`, \`given scout.side = defenders\`, \`odds … --best attackers\`
and \`play … --side attackers=random\` use the same names.

\`\`\`rules
example "The attackers plant their flag"
  units   pathfinder = rider of attackers
  given   scout = pathfinder, attackers.momentum = 18, defenders.momentum = 19
  run     plant-flag
  expect  ended, winner is attackers, attackers.momentum = 20
\`\`\`

\`is\` compares units, words and flags with each other: \`unit.side is target.side\`, \`unit is leader-of(squad)\`,
\`game.leader is not none\`. \`unit.side is none\` checks for a piece without a side.

\`once each game for scout and spotted "words"\` refuses the action if it has already been used for these two;
\`once each turn for unit\` is reset when the sequence or phase \`turn\` ends.

\`\`\`rules,mistake
action retire (unit: scout)
  end game won by attacker
\`\`\`

\`\`\`text
E0201 unknown-name

  × there is no \`attacker\` here
   ╭─[more.rules:2:19]
 1 │ action retire (unit: scout)
 2 │   end game won by attacker
   ·                   ────────
   ╰────
  help: did you mean \`attackers\`?
\`\`\`

\`\`\`rules,mistake
action cheer (unit: scout)
  add 1 to unit.momentum

action chase (unit: scout)
  add 1 to unit.watched.movement-hits
\`\`\`

\`\`\`text
E0201 unknown-name

  × a scout has no \`momentum\`
   ╭─[more.rules:2:17]
 1 │ action cheer (unit: scout)
 2 │   add 1 to unit.momentum
   ·                 ────────
 3 │
   ╰────
  help: it has destroyed, removed, side, watched, reported

E0213 may-be-none

  × this may be \`none\`, which the rule does not handle
   ╭─[more.rules:5:12]
 4 │ action chase (unit: scout)
 5 │   add 1 to unit.watched.movement-hits
   ·            ────────────
   ╰────
  help: check first: \`if … is none: …\`; if it is calculated, name it on a line
        above: \`NAME = …\`
\`\`\`

## Units that enter and leave play

\`\`\`rules
kind section "Rifle section"
  track    rifles: 0..9, starts 8

action split-off "Send out a patrol" (section)
  needs section.rifles > 3 "four rifles or more"
  create patrol like patrol for section.side, at most 2
  if patrol is none: stop
  take patrol.rifles from section.rifles

action rejoin "Take a patrol back" (section, patrol: section)
  add patrol.rifles to section.rifles
  remove patrol
\`\`\`

\`create NAME like UNIT for SIDE, at most 2\` brings a unit of the unit files into play and names it NAME. Its tracks have
their starting values. At most this many are in play at a time; beyond that, NAME is \`none\`. Without sides, omit \`for …\`.

\`remove unit\` takes a unit out of play without destroying it. \`unit is removed\` checks for it.

\`\`\`toml
[section.rifles]

[section.patrol]

[scout.rider]
\`\`\`

\`\`\`rules,mistake
action reinforce (section)
  create more like patrols for section.side, at most 1
\`\`\`

\`\`\`text
E0408 unknown-unit

  × there is no unit \`patrols\`
   ╭─[more.rules:2:20]
 1 │ action reinforce (section)
 2 │   create more like patrols for section.side, at most 1
   ·                    ───────
   ╰────
  help: did you mean \`patrol\`? name a unit of the unit files
\`\`\`

## table

You draw tables. A table only looks up and never changes anything. A *matrix* has the keys first and the values of the
last key along the top:

\`\`\`rules
table needed "Needed to hit" (range: hexes, class: A or B or C) -> need or none
  range | A     | B     | C
  0-3   | auto  | auto  | auto
  4-6   | color | color | star
  7+    | star  | star  | -
\`\`\`

A *list* has a column for every key and one for the result, with any heading except a key's name:

\`\`\`rules
table range-class (weight) -> A or B or C
  weight | letter
  VL, L  | C
  M      | B
  H+     | A
\`\`\`

Keys are \`7\`, \`4-6\`, \`-2 to 0\`, \`10+\`, \`3 or less\`, words \`M\`, words in order \`L to H\`, \`M+\`, several with commas,
\`any\`. Every combination needs a result from exactly one cell (or see \`several rows\` below): a gap or an overlap is an
error.

A parameter with the name of a scale, a fact, an option or a stat has its type, so \`(weight)\` is \`(weight: weight)\`. A
table takes numbers, flags and words, never a unit: use a stat of the unit.

\`-\` in a cell gives \`none\`; the result type must then end with \`or none\`. You can give a word of a cell its value below
the table:

\`\`\`rules
table damage-cubes "Damage" (gun: weight, armour: weight) -> 0..4
  gun | VL | L     | M     | H     | VH
  VL  | 1  | color | -     | -     | -
  L   | 1  | 1     | color | -     | -
  M+  | 2  | 2     | 1     | 1     | color
  where color = 1 if roll cube is color otherwise 0 [5.3.2-2]
  where -     = 0
\`\`\`

If several rows can apply, the last line of the table chooses between them:

\`\`\`rules
table suppression "Suppression" (range: hexes, hidden: yes or no) -> 0..3
  range | hidden | markers
  0-1   | no     | 3
  any   | yes    | 1
  any   | any    | 2
  several rows: first
\`\`\`

| \`several rows:\` | Result |
| --- | --- |
| \`any\` | any of them: they must agree |
| \`first\` | the first row |
| \`sum\` | their sum |
| \`best\`, \`worst\` | the highest or lowest number or word of a scale |

Without such a line only one row can apply. A \`-\` adds nothing, and is never the best or worst.

A table with a \`where\` that rolls can be used only where dice can be rolled. A key with dice as its type is rolled if
the call omits it: \`scatter()\`. A rule can also give it a known roll: \`scatter(7)\`.

\`\`\`rules
table scatter "Scatter" (roll-shown: 2d6) -> 0..3 inches
  roll-shown | off-target
  2-4         | 3
  5-9         | 0
  10-11       | 1
  12          | 2
\`\`\`

\`\`\`rules,mistake
table shots-fired (weight) -> 1..2
  weight | shots
  VL, L  | 2
  M      | 1
\`\`\`

\`\`\`text
E0301 table-gap

  × no result for weight H, VH
   ╭─[more.rules:4:3]
 3 │   VL, L  | 2
 4 │   M      | 1
   ·   ┬
   ·   ╰── the last before the gap
   ╰────
  help: add a row or column (\`-\` for no result), or narrow the key's range
\`\`\`

\`\`\`rules,mistake
table rate-of-fire (weight) -> 1..2
  weight | shots
  VL, L  | 2
  L+     | 1
\`\`\`

\`\`\`text
E0302 table-overlap

  × two cells give a result for weight L
   ╭─[more.rules:4:12]
 2 │   weight | shots
 3 │   VL, L  | 2
   ·            ┬
   ·            ╰── first here
 4 │   L+     | 1
   ·            ┬
   ·            ╰── here again
   ╰────
  help: end each range before the next starts; or choose between rows: \`several
        rows: first\`
\`\`\`

## modifiers

A list of named lines that are added. A line has an amount, an optional \`per\` with a number, an optional \`if\` with a
condition, then limits, label and citation.

\`\`\`rules
modifiers fire "Firing modifiers" (firer: vehicle, gun: gun of firer, target: vehicle or squad)
  -1  per firer.movement-hits at most 2              "damage"
  -1  per cover(target, firer)                       "cover"
  -1  if  smoke                                      "smoke"  [7.2]
  +1  if  gun has steady                             "steady gun"
  +1  if  aspect is flank or rear                    "flank or rear"
  -1  if  firer is buttoned-up  once sight           "buttoned up"
  -1  if  range > 2 and firer.mood is shaken  once sight  "nervous"
  limit -3..3
\`\`\`

\`at most 2\` limits how often a \`per\` line applies. Of all lines with the same \`once\` word, only the first that applies
is used, so put the strongest first. \`limit\` limits the total to a range. \`fire(firer, gun, target)\` is the total, a
plain number.

\`\`\`rules,mistake
modifiers morale "Morale modifiers" (unit: vehicle)
  -1  per unit.movement-hits   "hits"
  -1  if  unit has open-toped  "open-topped"
\`\`\`

\`\`\`text
E0201 unknown-name

  × a vehicle has no trait \`open-toped\`
   ╭─[more.rules:3:20]
 2 │   -1  per unit.movement-hits   "hits"
 3 │   -1  if  unit has open-toped  "open-topped"
   ·                    ──────────
   ╰────
  help: did you mean \`open-topped\`? list traits in the kind: \`traits …\`
\`\`\`

## fact

A fact is a value that the players supply: range, cover, arc. Give it on the command line or in an example; otherwise it
has its default. Without a default, you must give it. An answer lists the facts that were used and not given:
\`assumed: cover=0, smoke=no\`.

\`\`\`rules
fact range "Range" (firer, target): 0..40 hexes
fact cover "Levels of cover" (target, firer): 0..4, default 0
fact aspect "Side that is hit" (target, firer): front or flank or rear, default front
fact line-of-sight (firer, target): yes or no, default yes
fact smoke "Smoke on the table": yes or no, default no
\`\`\`

A parameter without a type is any unit.

In a played game, a fact can be calculated from tracks and stats. Write the calculation below the fact:

\`\`\`rules
kind runner "Runner"
  track    mark: 0..60 inches

action dash "Dash" (runner)
  add 6 inches to runner.mark

fact gap "Distance" (runner, other: runner): 0..60 inches
  in play = runner.mark - other.mark if runner.mark > other.mark otherwise other.mark - runner.mark
\`\`\`

Facts are calculated in games, and in questions with \`map=\`. In a scenario without a map, facts that are measured on a map have their
defaults.

A fact has one value in a question, for all units: with \`range=5\`, \`range(target, firer)\` is 5 as well.

Inside a rule, a bare fact name uses the names in scope: if \`firer\` and \`target\` are parameters, \`range\` is
\`range(firer, target)\`. If one of them is missing, name the units.

\`\`\`rules,mistake
formula is-covered (unit: vehicle) -> yes or no = cover > 0
\`\`\`

\`\`\`text
E0205 wrong-arguments

  × \`cover\` needs target and firer
   ╭─[more.rules:1:51]
 1 │ formula is-covered (unit: vehicle) -> yes or no = cover > 0
   ·                                                   ──┬──
   ·                                                     ╰── no unit is named
   ╰────
  help: write \`cover(unit, firer)\`
\`\`\`

## option

An optional rule of the book, on or off. Its name is a flag: \`if weak-sides: …\`. If a book offers several versions, they
are words, and one of them is the default.

\`\`\`rules
option weak-sides "Weaker flanks and rear" [4.4]: off
option rounding "Rounding": down or nearest or up, default nearest

formula half (number-of-men: 0..12) -> 0..6
  depending on rounding
    down:    result number-of-men / 2 rounded down
    nearest: result number-of-men / 2 rounded to nearest
    up:      result number-of-men / 2 rounded up
\`\`\`

The command line sets it with \`--option weak-sides=on\` or \`--option rounding=up\`, an example with a line
\`option  weak-sides = on, rounding = up\`.

\`\`\`rules,mistake
option night "Night fighting": yes
\`\`\`

\`\`\`text
E0101 unexpected-text

  × unexpected \`yes\`
   ╭─[more.rules:1:32]
 1 │ option night "Night fighting": yes
   ·                                ─┬─
   ·                                 ╰── here
   ╰────
  help: expected \`on\` or \`off\`; write the line like \`option night "Night" [8]:
        off\`
\`\`\`

## formula

Calculates a value. It never rolls dice and changes nothing. It is either one line with \`=\`, or a block in which every
branch ends with \`result …\`.

\`\`\`rules
formula hits "Hits on a vehicle" (unit: vehicle) = unit.movement-hits + unit.defence-hits

formula facing-armour (target: vehicle, firer: vehicle) -> weight
  side = aspect(target, firer)
  if side is front or not weak-sides: result target.effective-armour
  if side is flank: result target.effective-armour lowered by 1 [4.4-2]
  result target.effective-armour lowered by 2 [4.4-3]
\`\`\`

A one-line formula need not declare its result. If it does, with \`-> weight\`, the declaration is checked.

\`\`\`rules,mistake
formula scatter-roll (unit: vehicle) = unit.movement-hits + d6
\`\`\`

\`\`\`text
E0206 not-allowed-here

  × a formula cannot roll dice, but this rolls dice
   ╭─[more.rules:1:61]
 1 │ formula scatter-roll (unit: vehicle) = unit.movement-hits + d6
   ·                                                             ──
   ╰────
  help: make it a \`roll\` (rolls, changes nothing) or an \`action\` (may do both)
\`\`\`

## roll

Can roll dice, but never changes anything. Its outcomes are words of its own, or a value.

\`\`\`rules
roll to-hit "To hit" (firer: vehicle, gun: gun of firer, target: vehicle or squad) -> hit, miss
  need = needed(range, range-class(gun.weight)) lowered by fire(firer, gun, target)
  miss  when need is none
  hit   when need is auto
  roll cube
  hit   when cube meets need
  miss  otherwise

roll scatter-distance -> 2..12
  result 2d6

roll bailed-out (crew: 0..10) -> 0..10
  out = roll average-die
  result (crew - out) limited to 0..10

roll successes "Fives and sixes on three dice" -> 0..3
  one = 1 if d6 >= 5 otherwise 0
  two = 1 if d6 >= 5 otherwise 0
  result one + two + (1 if d6 >= 5 otherwise 0)
\`\`\`

\`roll cube\` on a line of its own rolls the die once; the die's name then has the face, see [One roll, several
lines](#one-roll-several-lines). \`NAME = …\` names a value, which never changes. \`OUTCOME when …\` ends the roll with that
outcome if the condition is met, \`OUTCOME otherwise\` ends it in all other cases. \`result …\` ends it with a value.

\`\`\`rules,mistake
roll repair (unit: vehicle) -> mended, broken
  mended when d6 >= 5
\`\`\`

\`\`\`text
E0210 no-result

  × this rule can end without a result
   ╭─[more.rules:1:6]
 1 │ roll repair (unit: vehicle) -> mended, broken
   ·      ──────
 2 │   mended when d6 >= 5
   ╰────
  help: end it with \`… otherwise\`
\`\`\`

## One roll, several lines

Dice are rolled where they are written, so \`d6\` on two lines is two rolls. The statement \`roll\` rolls once, and the
lines after it use the result:

\`\`\`rules
roll shot-at "A shot" (firer: squad) -> hit, graze, miss
  roll d6 + firer.movement-hits
  hit   on 5+
  graze on 3-4
  miss  otherwise

roll charge-home "Charge" -> wild, home, short
  roll 2d6
  wild  on doubles
  home  on 9+
  short otherwise

roll duel "Duel" -> won, tied, lost
  roll d6 as attack, d6 as defence
  won  when attack > defence
  tied when attack = defence
  lost otherwise

action volley-at "A volley" (target: squad)
  roll d6
  on 1: stop
  on 2, 3: add 1 to target.movement-hits
  on 4 or more:
    add 2 to target.movement-hits
\`\`\`

| Written | Is |
| --- | --- |
| \`roll d6\`, \`roll 2d6 + unit.men\` | ordinary dice, and numbers added to them |
| \`roll cube\`, \`roll unit.skill\`, \`roll 3 cube count red\` | a die of your own, the die of a value, a pool |
| \`roll d6 as attack, d6 as defence\` | rolls with names, to compare: \`hit when attack > defence\` |
| \`hit on 5+\`, \`hit on 3-4\`, \`hit on 1 or 6\`, \`hit on 4 or less\` | ends a roll with that outcome, if the roll shows that |
| \`hit on red\`, \`hit on color\` | faces of a die of your own, or a group of them |
| \`hit on doubles\`, \`hit on triples\` | two or three of up to six ordinary dice show the same |
| \`on 1-3: …\` | runs the statement, in an action or a roll. Each number can be in one line only |

\`on\` uses the last \`roll\` above it in its block, or in the blocks around it. Outcomes are checked from the top: the
first that applies ends the roll.

\`\`\`rules,mistake
roll stray-shot "A stray shot" -> hit, graze, miss
  hit   when d6 >= 5
  graze when d6 >= 3
  miss  otherwise
\`\`\`

\`\`\`text
E0234 rolled-again

  × \`d6\` is rolled a second time here
   ╭─[more.rules:3:14]
 1 │ roll stray-shot "A stray shot" -> hit, graze, miss
 2 │   hit   when d6 >= 5
   ·              ─┬
   ·               ╰── the first roll
 3 │   graze when d6 >= 3
   ·              ─┬
   ·               ╰── the second roll
 4 │   miss  otherwise
   ╰────
  help: to roll once, write \`roll d6\` on a line above, and use its result: \`… on
        5+\`; for two rolls, name them: \`roll d6 as first, d6 as second\`
\`\`\`

## action

Can roll dice and change the state.

\`\`\`rules
action fire-at "Fire" (firer: vehicle, gun: gun of firer, target: vehicle) [5.3]
  needs line-of-sight(firer, target) "a line of sight" [10.2]
  needs range <= gun.reach "a target within reach"
  if to-hit(firer, gun, target) is miss: stop
  repeat damage-cubes(gun.weight, facing-armour(target, firer)) times
    damage(target)

action damage (target: vehicle)
  roll cube
  depending on cube
    red, blue:  add 1 to target.movement-hits
    blue-star:  add 1 to target.defence-hits
    red-star:   destroy target

action shots-to-kill (firer: vehicle, gun: gun of firer, target: vehicle) -> 0..8
  count shot from 1 to 8
    fire-at(firer, gun, target)
    if target is destroyed: result shot
  result 0

action rally "Rally" (unit: vehicle)
  needs unit.mood is not broken "a crew that still listens"
  if unit.mood is steady:
    stop
  else if d6 >= 4:
    set unit.mood to steady
  else:
    set unit.mood to broken
    set unit.buttoned-up to yes

action burn "Burn fuel" (unit: vehicle)
  repeat until d6 = 6, at most 3 times
    take 2 from unit.fuel
  report unit.fuel, unit.fuel = 0
\`\`\`

After a colon you can add another condition in the same line: \`hit: each unit: squad where not unit.in-cover: destroy unit\`,
\`if A: if B: stop\`. An \`else\` belongs to the \`if\` that starts the line.

| Statement | Does |
| --- | --- |
| \`needs COND "words"\` | refuses the action if the condition is not met |
| \`NAME = …\` | names a value |
| \`roll 2d6 + VALUE\`, \`roll DIE as NAME\` | rolls once for the lines after it, see [One roll, several lines](#one-roll-several-lines) |
| \`on 1-3: …\` | a statement after the colon, or a block, if the roll above shows that |
| \`if COND: …\`, \`else if COND: …\`, \`else: …\` | a statement after the colon, or a block below |
| \`repeat N times\` | a statement after a colon, or a block, N times |
| \`repeat until COND, at most N times\`, \`repeat until COND\` | the same until the condition is met, checked before each round, see [Repeating](#repeating) |
| \`count NAME from A to B\` | the same for each number, up or down |
| \`each SELECTION\` | a statement after a colon, or a block, for each unit, see [Selections](#selections) |
| \`alternate SELECTION while COND\`, \`rank SELECTION by …\` | alternating turns, places in an order, see [sequence](#sequence) |
| \`end game\`, \`end game won by unit\` | ends the game, see [sequence](#sequence) |
| \`depending on VALUE\` | one line \`words: statement\` for each value; every value must be handled, \`otherwise:\` takes the rest. A number that is not rolled always needs an \`otherwise\` |
| \`add N to unit.track\`, \`take N from unit.track\`, \`set unit.track to N\` | change a track |
| \`destroy unit\` | the unit is \`destroyed\` |
| \`NAME(arguments)\` | another action; a roll whose outcome does not matter |
| \`stop\` | ends the action, even inside a loop |
| \`next\`, \`done\`, \`nothing\` | continue with the next round, leave the loop, do nothing, see [Leaving a loop](#leaving-a-loop) |
| \`result VALUE\` | ends the action with a value |
| \`report VALUE, VALUE …\` | chooses the values of the answer, see below |

A parameter \`gun: gun of firer\` is one of the parts of another parameter. By default it is the first in the unit's list.
A part that is not a list can also be read directly: \`firer.gun.reach\`. \`each gun of unit\` takes each of them in turn,
see [Selections](#selections).

A unit given for two parameters is two pieces of the same type, each with its own tracks and parts.

A name keeps its value, so \`hits = hits + 1\` is not possible. To count, use a track: \`add 1 to unit.hits\`.

A \`needs\` that is not met refuses the whole question, even in an action that was called. The answer is then \`refused\`,
with the words of the \`needs\` and the part of it that is not met (see [why-not.md](why-not.md)), and nothing changes. To
skip only a step, use \`if …: stop\`.

The answer of an action is its result if it declares one (\`-> …\`), otherwise the values of its \`report\` line, otherwise
every track of its units that it can change. \`report\` takes numbers, flags and words of the parameters.

\`\`\`rules,mistake
action bog-down (unit: vehicle)
  if d6 <= 2: add 1 to movement-hits
\`\`\`

\`\`\`text
E0201 unknown-name

  × there is no \`movement-hits\` here
   ╭─[more.rules:2:24]
 1 │ action bog-down (unit: vehicle)
 2 │   if d6 <= 2: add 1 to movement-hits
   ·                        ─────────────
   ╰────
  help: it belongs to a unit: write its owner, \`unit.movement-hits\`
\`\`\`

## Repeating

\`repeat until COND\` repeats until the condition is met, however long it takes. Exact odds sum all rounds: the chance of a
fight to the end is a fraction, not an approximation. Add \`, at most 6 times\` where the rules have such a limit.

\`\`\`rules
action boarding "Boarding, to the end" (ours: patrol-boat, theirs: patrol-boat)
  repeat until ours.damage = 6 or theirs.damage = 6
    roll d6
    on 5+:  add 1 to theirs.damage
    on 1-2: add 1 to ours.damage

action pump "Pump" (boat: patrol-boat)
  repeat 2 times: take 1 from boat.damage

# Heron needs two hits before Gannet has one: 1/2 * 1/2. Rolls of 3 and 4 change nothing.
example "Boarding, to the end"
  given   ours = gannet, theirs = heron, ours.damage = 5, theirs.damage = 4
  run     boarding
  dice    3, 5, 4, 6
  expect  theirs.damage = 6
  odds    theirs.damage = 6: 1/4
\`\`\`

Such a loop must be able to end. If at some point no roll can end it any more, exact odds are refused with a finding (E0505),
and a sample or a game stops at the limit of its steps. If nothing in the block changes the condition, \`check\` reports it:

\`\`\`rules,mistake
action repair-tracks "Repair the tracks" (unit: vehicle)
  repeat until unit.movement-hits = 0
    if d6 >= 5: take 1 from unit.defence-hits
\`\`\`

\`\`\`text
E0246 endless-loop

  × endless loop: nothing in its block changes the \`until\` condition
   ╭─[more.rules:2:3]
 1 │ action repair-tracks "Repair the tracks" (unit: vehicle)
 2 │   repeat until unit.movement-hits = 0
   ·   ───────────────────────────────────
 3 │     if d6 >= 5: take 1 from unit.defence-hits
   ╰────
  help: change in the block what the condition reads, or end the loop with
        \`done\`
\`\`\`

## Leaving a loop

\`stop\` ends the whole rule, even inside \`repeat\`, \`count\`, \`each\` and \`alternate\`. Three statements end less than that:

| Statement | Does |
| --- | --- |
| \`next\` | continues with the next round, or the next unit |
| \`done\` | leaves the loop and continues after it |
| \`nothing\` | does nothing: for a line or an option without an effect |

\`\`\`rules
action search-fire "Three shots in the dark" (unit: squad)
  repeat 3 times
    depending on d6
      1:   done
      2-3: next
      4:   nothing
      5-6: take 1 from unit.movement-hits
    add 1 to unit.movement-hits
\`\`\`

They affect the innermost loop around them. A phase around \`next\` or \`done\` inside that loop ends as well.

\`\`\`rules,mistake
action regroup "Regroup" ()
  each unit: squad
    if unit.movement-hits = 0: stop
    take 1 from unit.movement-hits
\`\`\`

\`\`\`text
E0641 stop-in-loop (likely)

  ⚠ \`stop\` ends the whole rule, not only this round of the loop
   ╭─[more.rules:3:32]
 1 │ action regroup "Regroup" ()
 2 │   each unit: squad
   ·   ────────┬───────
   ·           ╰── ends this loop too
 3 │     if unit.movement-hits = 0: stop
   ·                                ────
 4 │     take 1 from unit.movement-hits
   ╰────
  help: write \`next\` to continue with the next unit, or \`done\` to leave the
        loop; if intended, ignore this
\`\`\`

\`\`\`rules,mistake
action rest (unit: squad)
  if unit.movement-hits = 0: next
  take 1 from unit.movement-hits
\`\`\`

\`\`\`text
E0206 not-allowed-here

  × \`next\` is outside of a loop
   ╭─[more.rules:2:30]
 1 │ action rest (unit: squad)
 2 │   if unit.movement-hits = 0: next
   ·                              ────
 3 │   take 1 from unit.movement-hits
   ╰────
  help: use it in the block of \`repeat\`, \`count\`, \`each\` or \`alternate\`; to end
        an action, write \`stop\`
\`\`\`

## Checking first

Some values can be used only after a check. The block below the condition can rely on it.

A parameter can be of several kinds: \`target: vehicle or squad\`. Read a stat that only one of them has below
\`if target is vehicle:\`. The same applies after \`and\`, and to the rest of the rule after an early end:

\`\`\`rules
formula bulk "How big it looks" (target: vehicle or squad) -> 0..12
  if target is vehicle: result 6 if target has low otherwise 12
  result target.men

formula crew-left (unit: vehicle) -> 0..10
  if unit.crew is none: result 4
  result unit.crew
\`\`\`

Stats and tracks that all its kinds have need no check: \`target.movement-hits\`.

Check a value that may be \`none\` (an \`optional\` stat, a result \`or none\`) with \`is none\` before you use it as a number.
Three uses need no check: \`x is star\` and \`x meets need\` are \`no\` for \`none\`, and \`x lowered by 1\` stays \`none\`.

\`\`\`rules,mistake
formula crowd (target: vehicle or squad) = target.men + 1

formula survivors (unit: vehicle) = unit.crew - 1
\`\`\`

\`\`\`text
E0201 unknown-name

  × a vehicle has no \`men\`
   ╭─[more.rules:1:51]
 1 │ formula crowd (target: vehicle or squad) = target.men + 1
   ·                                                   ───
 2 │
   ╰────
  help: check first, and use it below the condition: \`if … is squad: …\`

E0213 may-be-none

  × this may be \`none\`, which the rule does not handle
   ╭─[more.rules:3:37]
 2 │
 3 │ formula survivors (unit: vehicle) = unit.crew - 1
   ·                                     ─────────
   ╰────
  help: check first: \`if … is none: …\`; if it is calculated, name it on a line
        above: \`NAME = …\`
\`\`\`

## Declared ranges

Declared ranges are enforced. A parameter \`n: 1..3\`, a result \`-> 0..6\` and a key of a table never have another number:
a run that leaves the range ends with a fault (E0519) at that place. So other rules can rely on it, for example on the
number of dice:

\`\`\`rules
formula dice-of (unit: squad) -> 0..6
  result the lower of unit.men and 6

roll volley-of "A volley" (unit: squad) -> 0..6
  result roll dice-of(unit) dice of d6 count 5+
\`\`\`

Tracks are different: they stop at their ends. \`limited to 1..3\` does the same for any number.

\`\`\`rules,mistake
roll wounds "Wounds" -> 1..3
  result d6

formula severity (n: 1..3) -> 1..3 = n

formula severity-of (unit: squad) -> 1..3 = severity(unit.men)
\`\`\`

\`\`\`text
E0642 range-not-kept (likely)

  ⚠ this can be out of the range that \`wounds\` declares for its result
   ╭─[more.rules:2:10]
 1 │ roll wounds "Wounds" -> 1..3
 2 │   result d6
   ·          ─┬
   ·           ╰── the value is 1 to 6
 3 │
   ╰────
  help: declare a wider range, or limit it: \`… limited to 1..3\`

E0642 range-not-kept (likely)

  ⚠ this can be out of the range that \`severity\` declares for \`n\`
   ╭─[more.rules:6:54]
 3 │
 4 │ formula severity (n: 1..3) -> 1..3 = n
   ·                   ┬
   ·                   ╰── \`n\` is 1 to 3
 5 │
 6 │ formula severity-of (unit: squad) -> 1..3 = severity(unit.men)
   ·                                                      ────┬───
   ·                                                          ╰── the value is 1 to 12
   ╰────
  help: declare a wider range for the parameter, or limit the value: \`… limited
        to 1..3\`
\`\`\`

## Decisions

Players can decide only in actions and triggers.

\`\`\`rules
kind patrol-boat "Patrol boat"
  track    actions: 0..3, starts 2
  track    damage: 0..6
  track    heading: ahead or astern

action ram "Ram" (boat: patrol-boat, target: patrol-boat)
  needs boat.actions >= 2 "two actions"
  take 2 from boat.actions
  add 2 to target.damage

action boat-turn "A boat's turn" (boat: patrol-boat)
  choose target: patrol-boat or none where target is not boat by boat.side, worth target.damage "target"
  if target is none: stop
  choose by boat.side "what the boat does"
    "ram" if can ram(boat, target), worth 3: ram(boat, target)
    "turn", worth 1:
      choose heading: ahead or astern by boat.side
      set boat.heading to heading
    "nothing": stop
  choose spent from 0 to boat.actions by boat.side "actions spent on repairs"
  take spent from boat.actions
  take spent from boat.damage
  may by target.side "flee" if target.actions >= 1, worth target.damage - 2: set target.heading to astern
\`\`\`

| A decision | Lets a player choose |
| --- | --- |
| \`choose target: tank or squad where … by unit.side\` | one of the units in play that meet \`where\`, from then on named \`target\`. Without a colon, the name is the kind: \`choose tank where tank.hits = 0\` |
| \`choose gun of unit where gun.shots > 0 by unit.side\` | one of the parts of a unit |
| \`choose up to 3 squad where … by side\`, \`choose any number of squad …\` | several of them, or none, see [Choosing several](#choosing-several) |
| \`choose heading: ahead or astern by unit.side\` | one of some words, of a scale, or \`yes or no\` |
| \`choose spent from 0 to unit.actions by unit.side\` | a number. The range of both ends must be known: limit other ends, \`limited to 0..6\` |
| \`choose by unit.side "what it does"\` | one of the lines below. A line with an \`if\` is available only if that is met |
| \`may by unit.side "flee" if …: …\` | whether to do one thing, if it is possible |

\`by\` names the player who chooses: a side, or a piece, which means its side; \`game\` is the umpire. You can omit it.
\`or none\` lets the player choose nothing; check the result with \`is none\`. A choice with only one legal option is made
automatically. Without a legal option the run ends with a fault (E0530), except with \`or none\`.

\`worth\` gives the value of an option, in any measure; it never limits the options. A \`worth\` can use the choice:
\`worth target.damage\`. Where no player chooses, as in odds, the option with the highest worth is taken, the first of
several. An option without \`worth\` is worth 0. Choosing nothing is also worth 0 and is preferred unless an option is worth
more. A decision without any \`worth\` has no odds (E0534), except with \`--policy first\` or \`--policy random\`.

With \`at random\` instead of \`by\`, no player decides: a unit, a word, a number or one of the lines is drawn with equal
chances. Such a draw counts as a roll of dice, so rolls can use it too. With \`or none\`, nothing is drawn only if there
is nothing to draw. Use it for random hits and events. For cards and chits, see [Cards](#cards).

\`\`\`rules
kind marker "Activation chit"
  boat   patrol-boat
  track  drawn: yes or no, until end of cup-turn

roll weather "Weather at dawn" -> fine, foggy
  choose sky: clear or haze or fog at random "sky"
  foggy when sky is fog
  fine otherwise

action draw-chit "Draw a chit"
  choose marker where not marker.drawn at random "chit"
  set marker.drawn to yes
  add 1 to marker.boat.actions

sequence cup-turn "A turn of chits"
  repeat until not any marker where not marker.drawn, at most 20 times
    draw-chit()
\`\`\`

\`can ram(boat, target)\` checks whether an action would be refused: by the \`needs\` and \`once each\` lines at its start, or
by those of an action that it calls directly after them.

In an example, \`choices\` gives the choices in the order in which they are asked for: an option by its title, a unit by
its name, anything else as it is written; parts of one name are numbered, \`"rifle 2"\`. You can give or omit the answer
if there is only one legal option. \`rest by policy\` at the end makes all further choices by their \`worth\`. \`judged\`
gives the values of facts one by one, as they are asked for, instead of the single value from \`given\`.

\`\`\`toml
[patrol-boat.gannet]

[patrol-boat.heron]
\`\`\`

\`\`\`rules
example "Gannet rams Heron, which flees"
  units    heron = heron of second
  given    boat = gannet, heron.damage = 1
  run      boat-turn
  choices  heron, "ram", yes
  expect   heron.damage = 3, heron.heading is astern, boat.actions = 0
\`\`\`

\`\`\`rules,mistake
action wait-or-go (boat: patrol-boat)
  choose by boat.side "whether to go"
    "go" if boat.actions > 0: take 1 from boat.actions
    "race" if boat.actions > 1: take 2 from boat.actions
\`\`\`

\`\`\`text
E0230 no-option-left

  ⚠ there may be no legal option
   ╭─[more.rules:2:3]
 1 │ action wait-or-go (boat: patrol-boat)
 2 │   choose by boat.side "whether to go"
   ·   ─────────────────┬─────────────────
   ·                    ╰── every option has a condition
 3 │     "go" if boat.actions > 0: take 1 from boat.actions
   ╰────
  help: add an option without a condition: \`"nothing": stop\`
\`\`\`

## Choosing several

\`choose up to 3 NAME: KIND where …\` and \`choose any number of NAME: KIND where …\` let a player choose several units, or none.
They are chosen one after the other, in any order. The block below then runs for each of them, as listed.

\`\`\`rules
action broadside "Concentrated fire" (side, target: patrol-boat)
  choose up to 3 shooter: patrol-boat where shooter.side is side and shooter.actions > 0 by side, worth shooter.actions "who fires"
    take 1 from shooter.actions
  add number of chosen shooter to target.damage

action spread-damage "Share the damage" (side)
  choose any number of boat: patrol-boat where (number of other: chosen boat) < side.bonus by side
    add 1 to boat.damage

example "Both fire"
  units    red-gannet = gannet of first, red-heron = heron of first
  given    side = first, target = heron, target.side = second, red-gannet.actions = 1
  run      broadside
  choices  red-heron, red-gannet
  expect   target.damage = 2, red-gannet.actions = 0, red-heron.actions = 1
\`\`\`

After the choice, \`chosen shooter\` are the units that were chosen. It is a selection like any other, until the end of the block
in which they were chosen:

| Written | Is |
| --- | --- |
| \`each chosen shooter\`, \`each other: chosen shooter where other is not shooter\` | runs a statement or a block for each of them |
| \`number of chosen shooter\`, \`total of shooter.strength for each chosen shooter\` | their number, a sum |
| \`choose victim: chosen shooter by side\` | one of them |

The \`where\` of the choice can use it for those chosen so far, as \`spread-damage\` does. A \`worth\` is that of each single unit: odds
choose the highest ones, and none with a worth of 0 or less. In an example, \`done\` ends the choice; omit it if no more units can be
chosen. With \`choose up to 2 squad at random\`, that many are drawn, or all if there are fewer.

\`\`\`rules,mistake
action volley-fire "Volley" (side)
  choose 3 patrol-boat by side
  add 1 to side.momentum

action hold-back "Hold back" (side)
  choose up to 2 patrol-boat by side
  add 1 to side.momentum
\`\`\`

\`\`\`text
E0101 unexpected-text

  × this does not say how many can be chosen
   ╭─[more.rules:2:3]
 1 │ action volley-fire "Volley" (side)
 2 │   choose 3 patrol-boat by side
   ·   ────────────────────────────
 3 │   add 1 to side.momentum
   ╰────
  help: write \`choose up to 3 …\` or \`choose any number of …\`; for exactly one,
        \`choose …\`

E0219 never-used

  ⚠ nothing happens to those that are chosen
   ╭─[more.rules:6:18]
 5 │ action hold-back "Hold back" (side)
 6 │   choose up to 2 patrol-boat by side
   ·                  ─────┬─────
   ·                       ╰── never used
 7 │   add 1 to side.momentum
   ╰────
  help: write below the line, indented, what each of them does; or use them
        after it: \`each chosen patrol-boat: …\`
\`\`\`

## Selections

A *selection* is some of the units of the game. It has a name for each of them in turn, their kinds, and a condition:

    unit: squad or vehicle where unit is pinned

A name that is itself a kind needs no kinds after it: \`squad where squad is pinned\`. \`unit\` as a kind is any piece: all
kinds but sides, the game, cards and the parts of other units. Parts of units are never selected.

Only units in play are selected. Add \`including destroyed\`, \`including removed\` or \`including destroyed and removed\`
after the kinds to include others.

| Written | Is |
| --- | --- |
| \`number of SELECTION\` | their number |
| \`any SELECTION\` | \`yes\` if there is one |
| \`total of VALUE for each SELECTION\` | the sum; 0 if there is none |
| \`highest of VALUE for each SELECTION\`, \`lowest of …\` | a number or a word of a scale; \`none\` if there is none |
| \`first SELECTION\` | the first of them as listed, or \`none\` |
| \`first SELECTION in order of VALUE, highest first\` | or \`lowest first\`; ties as listed |

\`where\` takes everything after it as its condition. To continue after it, put brackets around the selection,
\`(number of squad where squad is pinned) + 1\`, also with several kinds, \`(number of unit: squad or vehicle) + 1\`.

\`\`\`rules
formula men-left "Men on the table" () = total of squad.men for each squad

formula hit-vehicles () = number of unit: vehicle where unit.movement-hits > 0

formula is-alone (unit: squad) -> yes or no = not any other: squad where other is not unit
\`\`\`

The statement \`each\` runs a statement after a colon, or a block below, for each of them. Units are checked one by one as
listed: a unit that is out of play at its turn, or no longer meets the condition, is skipped.

\`\`\`rules
action patch-up "Patch up" ()
  each unit: vehicle where unit.movement-hits > 0: take 1 from unit.movement-hits

action last-stand ()
  each unit: vehicle in order of unit.armour, highest first
    if unit is buttoned-up: set unit.mood to shaken
\`\`\`

With \`in order of\`, the units and their order are fixed before the first turn. Ties are kept as listed: the pieces of a
question are listed in the order in which it names them.

\`\`\`rules,mistake
formula how-many () = number of tanks where tanks.armour >= M
\`\`\`

\`\`\`text
E0201 unknown-name

  × there is no kind \`tanks\`
   ╭─[more.rules:1:33]
 1 │ formula how-many () = number of tanks where tanks.armour >= M
   ·                                 ──┬──
   ·                                   ╰── no kind of unit is named
   ╰────
  help: name their kind after a colon: \`tanks: KIND\`; kinds are gun, vehicle,
        squad, side, game, scout, section, runner, patrol-boat, marker,
        order-card, dummy, battery, and \`unit\` for any piece

E0201 unknown-name

  × there is no \`M\` here
   ╭─[more.rules:1:61]
 1 │ formula how-many () = number of tanks where tanks.armour >= M
   ·                                                             ─
   ╰────
  help: declare it, for example as a fact or a formula; or name a value on a
        line above
\`\`\`

## Cards

A kind with a \`deck\` line is a kind of cards. Its units in the unit files are the cards of that deck. Chits in a cup, tiles and
events are decks too.

\`\`\`rules
kind order-card "Order card"
  moves    0..3
  copies   1..9
  deck     orders, copies of each "Order deck"

action take-orders "Draw two orders" (boat: patrol-boat)
  repeat 2 times
    draw card from orders for boat.side
    if card is none: reshuffle orders

action follow-order "Play an order" (boat: patrol-boat)
  choose card: order-card or none where card.pile is hand and card.side is boat.side by boat.side, worth card.moves
  if card is none: stop
  play card
  add card.moves to boat.actions
  discard card

action scout-ahead "Look at the next two orders" (boat: patrol-boat)
  look at 2 of orders by boat.side
  choose card: order-card or none where card.pile is aside by boat.side, worth card.moves
  if card is not none: give card to boat.side
  each left: order-card where left.pile is aside: put left on bottom
\`\`\`

\`copies of each\` puts as many cards of each unit into the deck as its stat \`copies\` gives, \`3 of each\` three. By default there is one.

| Statement | Does |
| --- | --- |
| \`draw card from orders for SIDE\` | puts the top card into the hand of a side and names it; \`none\` if the deck is empty |
| \`draw card from orders\` | puts the top card into play |
| \`look at 3 of orders by SIDE\` | sets the top cards aside for a side; then give, play, discard or put back each of them |
| \`give card to SIDE\` | puts a card into the hand of a side |
| \`play card\`, \`discard card\` | puts it into play, onto the discards |
| \`put card on top\`, \`put card on bottom\` | puts it back into its deck |
| \`shuffle orders\` | shuffles the deck |
| \`reshuffle orders\` | shuffles the discards into the deck |
| \`remove card\` | takes it out of the game, as any unit |

\`card.pile\` is \`deck\`, \`hand\`, \`play\`, \`aside\` or \`discards\`, and \`card.side\` the side whose hand it is in. Use them like tracks: in
conditions, in choices, \`number of card: order-card where card.pile is hand and card.side is boat.side\`. A limit of a hand is such a
condition. Only these statements change the pile of a card.

At the start, all cards are in their decks, shuffled. A card that a question, an example or a scenario names is in the hand of its
side instead: \`given card = march\`, \`units mine = march of second\`. \`given mine.pile = discards\` puts it onto the discards. An example
gives the cards that are drawn among its \`dice\`: \`dice march, 4, halt\`.

The odds of draws are exact. A shuffled deck is a number of cards of each unit, not one of its orders: only a card that is drawn or
looked at is known, and the cards of one unit count as one card with a weight. If a kind of cards has tracks of its own, if a track
holds a card, or if a rule compares two cards, each card counts by itself, which takes longer.

\`\`\`toml
[order-card.march]
name = "March"
moves = 1
copies = 3

[order-card.halt]
name = "Halt"
moves = 0
copies = 2
\`\`\`

\`\`\`rules
# Both of the next two orders are halts with 2/5 * 1/4 = 1/10.
example "Two orders, then a look ahead"
  given    boat = gannet
  run      take-orders
  dice     march, halt
  run      follow-order
  choices  march
  expect   boat.actions = 3

example "A march comes soon"
  given  boat = gannet
  run    scout-ahead
  odds   (number of order-card where order-card.pile is hand) = 1: 9/10
\`\`\`

\`\`\`rules,mistake
action take-order (boat: patrol-boat)
  draw card from order for boat.side

action obey (boat: patrol-boat)
  draw card from orders for boat.side
  add card.moves to boat.actions
\`\`\`

\`\`\`text
E0201 unknown-name

  × there is no deck \`order\`
   ╭─[more.rules:2:18]
 1 │ action take-order (boat: patrol-boat)
 2 │   draw card from order for boat.side
   ·                  ─────
 3 │
   ╰────
  help: did you mean \`orders\`? decks: orders

E0213 may-be-none

  × this may be \`none\`, which the rule does not handle
   ╭─[more.rules:6:7]
 5 │   draw card from orders for boat.side
 6 │   add card.moves to boat.actions
   ·       ────
   ╰────
  help: check first: \`if … is none: …\`; if it is calculated, name it on a line
        above: \`NAME = …\`
\`\`\`

## Hidden things

A side sees the cards in its hand and those that it has looked at. The cards in play and in the discards are seen by all. A card that
is put back into its deck stays known to those who saw it, until the deck is shuffled.

The line \`hidden while FLAG\` in a kind hides its pieces from other sides while that flag is \`yes\`: they see a piece, but not which one,
and none of its tracks. \`hidden\` alone hides them for the whole game.

\`\`\`rules
kind dummy "Counter"
  strength  0..6
  track     facedown: yes or no, starts yes
  hidden    while facedown

action turn-over "Turn a counter over" (dummy)
  needs dummy.facedown "a counter that is face down"
  set dummy.facedown to no
\`\`\`

Hidden cards and pieces work in the rules as all others do. \`sandtable play\` shows the only person who plays the game as their side sees it: the
story, the options, the board. \`--view SIDE\` shows what that side may know, \`--view all\` everything. A hidden piece has the title of its
kind. Values that a rule calculates from a hidden card are shown, so turn it over or play it first.

\`\`\`rules,mistake
kind scout-marker "Scout marker"
  strength  0..6
  hidden    while strength
\`\`\`

\`\`\`text
E0201 unknown-name

  × \`scout-marker\` has no track \`strength\`
   ╭─[more.rules:3:19]
 2 │   strength  0..6
 3 │   hidden    while strength
   ·                   ────────
   ╰────
  help: declare it: \`track strength: yes or no\`
\`\`\`

## sequence

An action that can have phases: a turn, a battle round, a hand-to-hand fight. Write the statements of a phase below it.

\`\`\`rules
sequence volley "A volley" [2]
  phase aim-phase "Aiming"
    each unit: vehicle where unit.crew is not none
      if unit.crew > 3: set unit.buttoned-up to no
  phase repair-phase "Repairs" [2.2]
    patch-up()
    if any unit: vehicle where unit.mood is broken: stop
\`\`\`

A track or a \`once each\` that lasts until the end of a sequence or phase is reset there. \`stop\` in a phase ends the
whole sequence, and so the phase too. To leave only the phase, move its statements into an action of its own.

\`alternate SELECTION while COND\` lets units take turns, as listed or \`in order of …\`, and runs the block for each that
meets the condition at its turn. Other units are skipped. It ends after a whole round in which no unit meets the
condition. So with unequal numbers, the larger side moves last, as players expect.

\`rank SELECTION by VALUE, highest first, ties …, into TRACK\` gives each of them its place, 1, 2, 3 and so on. It must
break ties: with \`ties d6\` they roll off until no tie is left, with \`ties shared\` they have the same place, and with
\`ties as listed\` they keep their listed order.

\`\`\`rules
kind battery "Battery"
  shells   0..9
  track    place: 0..20
  track    fired: 0..9

sequence barrage "Barrage"
  rank unit: battery by unit.shells, highest first, ties d6, into unit.place
  alternate unit: battery in order of unit.place, lowest first while unit.fired < unit.shells
    add 1 to unit.fired
  if not any battery where battery.fired > 0: end game
\`\`\`

\`end game\` ends the game, \`end game won by NAME\` also names the winner. In an example, \`ended\` checks whether the game
has ended, and \`winner\` is the winner, or \`none\`.

\`\`\`toml
[battery.field-guns]
name = "Field guns"
shells = 2

[battery.mortars]
name = "Mortars"
shells = 2
\`\`\`

\`\`\`rules
example "Tied batteries roll off for the first shot" [2]
  units   left = field-guns, right = mortars
  run     barrage
  dice    3, 5
  expect  left.place = 2, right.place = 1, left.fired = 2, not ended
  odds    left.place = 1: 1/2
\`\`\`

\`\`\`rules,mistake
action recount "Count again" ()
  rank unit: battery by unit.shells, highest first, into unit.place
  alternate unit: battery while unit.shells > 0
    add 1 to unit.fired
\`\`\`

\`\`\`text
E0245 missing-tie-break

  × this ranking does not break ties
   ╭─[more.rules:2:3]
 1 │ action recount "Count again" ()
 2 │   rank unit: battery by unit.shells, highest first, into unit.place
   ·   ─────────────────────────────────────────────────────────────────
 3 │   alternate unit: battery while unit.shells > 0
   ╰────
  help: before \`into\`, add \`ties d6\` (roll off), \`ties shared\` or \`ties as
        listed\`

E0246 endless-loop

  × endless loop: nothing in its block changes the \`while\` condition
   ╭─[more.rules:3:3]
 2 │   rank unit: battery by unit.shells, highest first, into unit.place
 3 │   alternate unit: battery while unit.shells > 0
   ·   ─────────────────────────────────────────────
 4 │     add 1 to unit.fired
   ╰────
  help: use a track that the block changes: \`while side.to-move > 0\`
\`\`\`

## Windows and reactions

A *window* is a point at which others can react. An action opens it, and *reactions* are the possible answers.

\`\`\`rules
window ramming "A boat is about to be rammed" (boat: patrol-boat, target: patrol-boat): in order turn-away, brace

reaction turn-away "Turn away"
  at ramming by target.side
  needs target.actions >= 1 "an action"
  once each game for target "not turned away before"
  worth 2
  take 1 from target.actions
  if d6 >= 4: cancel

reaction brace "Brace"
  must at ramming
  needs target.heading is ahead "seeing it come"
  take 1 from target.damage

action charge "Charge" (boat: patrol-boat, target: patrol-boat)
  open ramming(boat, target)
  add 3 to target.damage
\`\`\`

The first line of a reaction names its window and the player who chooses; with \`must at ramming\` it is forced. If a \`needs\`
or \`once each\` line after it is not met, the reaction is not offered. A single \`worth\` line gives the worth of using it. A
reaction has the parameters of its window, or names of its own for them, in the same order:
\`reaction turn-away (attacker: patrol-boat, attacked: patrol-boat)\`.

\`cancel\` ends the action in which the window is open: the lines after \`open\` are skipped. Without it, the action
continues after all offers.

| After the window | Meaning |
| --- | --- |
| \`: in order turn-away, brace\` | the order in which reactions are offered; required for several reactions |
| \`: one of\` | at most one of them is used, the rest is then not offered. By default, or with \`each\`, all are offered |
| \`: up to 2 deep\` | a reaction can open the same window again, for reactions to reactions, to this depth. By default nothing is offered at a window nested in itself |

Combine them in this order: \`: one of, up to 2 deep, in order turn-away, brace\`.

An example checks \`offered turn-away\` and \`not offered brace\`. To use a reaction, choose \`yes\` or its title.

\`\`\`rules
example "Heron turns away"
  given    boat = gannet, target = heron
  run      charge
  choices  yes
  dice     5
  expect   target.damage = 0, target.actions = 1, offered turn-away, not offered brace
\`\`\`

\`\`\`rules,mistake
window sighted "A boat is sighted" (boat: patrol-boat)

action sail (boat: patrol-boat)
  open sighted(boat)
  add 1 to boat.damage

reaction hide "Hide" (boat: patrol-boat, finder: patrol-boat)
  at sighted by boat.side
  cancel
\`\`\`

\`\`\`text
E0205 wrong-arguments

  × this reaction's parameters differ from those of the window \`sighted\`
   ╭─[more.rules:1:8]
 1 │ window sighted "A boat is sighted" (boat: patrol-boat)
   ·        ───┬───
   ·           ╰── its parameters are (boat)
 2 │
   ╰────
   ╭─[more.rules:7:10]
 6 │
 7 │ reaction hide "Hide" (boat: patrol-boat, finder: patrol-boat)
   ·          ────
 8 │   at sighted by boat.side
   ╰────
  help: write the parameters of the window, or none
\`\`\`

## trigger

Fires automatically when a track reaches a value, whatever changed it.

\`\`\`rules
trigger knocked-out (unit: vehicle) [5.3.2-4]
  when hits(unit) reaches 4: destroy unit
  when unit.fuel falls to 0: set unit.buttoned-up to no
  when unit.mood becomes broken: take 1 from unit.fuel
\`\`\`

\`reaches 4\` means less than 4 before the change and 4 or more after it; \`falls to 0\` is the opposite; \`becomes broken\`
means another value before. \`when unit becomes destroyed\` watches a flag. Both the watched value and the number can use
only the unit's own tracks, stats and formulas: \`when unit.hits reaches unit.toughness: …\`.

A trigger must not change a track that it watches, in any of its \`when\` lines. Write two triggers instead.

\`\`\`rules,mistake
trigger pinned-down (unit: squad)
  when unit.men falls to 3: destroy unit
\`\`\`

\`\`\`text
E0214 never-reached

  ⚠ this never changes: it reads no track
   ╭─[more.rules:2:8]
 1 │ trigger pinned-down (unit: squad)
 2 │   when unit.men falls to 3: destroy unit
   ·        ────────
   ╰────
  help: name a track of the unit, or a formula that reads one
\`\`\`

## example

A worked example, checked by \`sandtable test\`. Its units are in a unit file:

\`\`\`toml
[gun.long-75]
name = "Long 75"
weight = "M"
reach = 15

[vehicle.panther]
name = "Panther"
armour = "H"
speed = 6
motive = "tracks"
crew = 5
guns = ["long-75"]

[vehicle.tiger]
name = "Tiger"
armour = "H"
speed = 5
motive = "tracks"
guns = [{ weight = "H", reach = 18 }]
\`\`\`

\`\`\`rules
example "A flank shot" [4.4]
  given   firer = panther, target = tiger, range = 8, aspect = flank
  given   target.movement-hits = 1
  option  weak-sides = on
  run     fire-at
  dice    red, blue
  expect  to-hit is hit, target.movement-hits = 2
  odds    to-hit is hit: 1/2

example "Out of reach" [5.3]
  given   firer = panther, target = tiger, range = 16
  run     fire-at
  expect  refused
\`\`\`

A line \`units rider = scout-car of second, …\` puts more units on the table, under names of their own. \`given\` sets the
parameters of what is run, facts, and stats, traits (\`yes\` or \`no\`) or tracks of units and of their parts:
\`firer.long-75.rounds = 2\`. For a track that holds a unit, use a name from the example; for a side, \`first\` or \`second\`; an
optional value can be \`none\`. \`range(panther, rider) = 5\` gives a fact for these units only, \`panther.fired-at(rider) = 1\` a
track with a value for each. \`dice\` are the faces in the order they are rolled, each die by itself: \`2d6\` takes two of them,
\`dice 3, 5\`. You can label a die, \`dice quality 5, 4\`: the trace shows the label. If the label is the name of a rule, the
die must be rolled in that rule. Give [random draws](#decisions) among them: \`dice gannet, 4\`.

| Line | Expects |
| --- | --- |
| \`expect  target.hits = 2, to-hit is hit\` | conditions at the end; the name of a roll or action means its last result |
| \`expect  refused\`, \`not refused\` | a \`needs\` is not met, or all are |
| \`expect  refused by "a line of sight"\` | the \`needs\` with this text is not met |
| \`expect  offered dodge\`, \`not offered dodge\` | a reaction is offered, or not |
| \`expect  offered "shoot"\`, \`not offered "shoot"\` | an option of a choice is offered, or not |
| \`expect  order: fire, damage, "hits 0 → 1"\` | rules, phases and triggers are used in this order, or lines of the trace with these words appear |
| \`odds    to-hit is hit: 1/2\` | the exact chance of a condition; \`?\` is filled in by \`--accept\` |

A condition can use any value, and any path that \`given\` takes: \`firer.long-75.rounds = 1\`. Formulas and tables in a
condition are calculated from the state at the end. \`odds\` follow the \`choices\` and \`judged\` of the example on every
line of play; if a choice is not available, the option with the highest worth is taken.

An example can have several steps. Each \`run\` continues from the end of the one before: units keep their names, and
parameters, facts and options stay as given until you change them. Put \`given\` lines for a step above its \`run\`; put
answers and \`expect\` lines below it.

\`\`\`rules
example "A second shot at longer range" [4.4]
  given   firer = panther, target = tiger, range = 8, aspect = flank
  run     fire-at
  dice    to-hit red, damage red
  expect  target.movement-hits = 1
  expect  order: fire-at, to-hit, damage
  given   range = 9
  run     fire-at
  dice    red, red
  expect  target.movement-hits = 2
  given   range = 16
  run     fire-at
  expect  refused by "a target within reach"
\`\`\`

\`run\` also takes a phase of a sequence: it is then played alone.

Rules with many cases have tables. Below \`cases\`, each row is run alone. Columns give a parameter, a fact or an option
by its name, or a path: \`given target.hits\`. \`dice\` and \`choices\` give the answers. Every other column is a value at the
end, with its result in the cells: \`hit\`, \`3\`, \`4+\`, \`2-4\`, \`yes\`, \`none\`. A cell with \`-\` gives nothing; an empty one
expects nothing.

\`\`\`rules
example "Scatter and crews" [4.5]
  run     bailed-out
  cases
    crew | dice | bailed-out
    5    | 3    | 2
    2    | 4    | 0
\`\`\`

Below \`odds\`, the cells are chances as a book prints them: \`13.9%\`, \`5/36\`, \`.139\`, rounded to the digits that are
printed. With \`odds in 36ths\`, whole numbers are parts. The columns that give nothing are results (\`hit\`, \`3+\`, a
condition); or the rows are the results of the value in the first heading, and the column is called \`chance\` or gives a
value: \`range = 5\`. With \`odds of CONDITION\`, all cells are chances of that condition. Wrong cells are shown with the
correct value in the same form, and so are columns and rows that do not add up to 1.

\`\`\`rules
example "The odds page" [4.5]
  run     scatter-distance
  odds
    scatter-distance | chance
    2-4              | 1/6
    5-9              | 66.7%
    10-12            | .167

example "Odds by crew" [4.5]
  run     bailed-out
  odds of bailed-out = 0
    crew | chance
    1    | 100%
    3    | 83.3%
\`\`\`

\`sandtable test --accept\` runs the examples and writes actual results into missing or failing \`expect\` lines, missing
choices (those with the highest worth), and the exact chance instead of a \`?\`: \`odds  to-hit is hit: ?\`. It shows every
line that it changes: check each one.

\`sandtable test NAME --only "flank shot"\` runs the examples with these words in their titles,
\`sandtable test rules/NAME/examples.rules\` those of one file, and \`sandtable test NAME --trace "flank shot"\` shows each
step. An example that cannot be read is one finding; the others run. \`sandtable check\` reports failing examples.

\`sandtable test --coverage\` shows the rules, steps, lines of modifiers and table cells that no example reaches.

The command line takes the same values: \`firer=panther range=5 target.movement-hits=1\`, without spaces around \`=\`.

\`\`\`rules,mistake
example "Point blank" [4.4]
  given   firer = panther, target = tiger, range = 1
  run     fire-at
  dice    blue-star
  expect  target.movement-hits = 1
\`\`\`

\`\`\`text
E0509 example-fails, rule 4.4

  × example "Point blank" gives a different result
   ╭─[more.rules:5:11]
 4 │   dice    blue-star
 5 │   expect  target.movement-hits = 1
   ·           ────────────┬───────────
   ·                       ╰── it is 0
   ╰────
\`\`\`

\`\`\`rules,mistake
example "Two shots" [4.4]
  given   firer = panther, target = tiger, range = 8
  run     fire-at
  given   range = 9
  dice    blue-star
  run     fire-at
  dice    blue-star
  expect  target.movement-hits = 0
\`\`\`

\`\`\`text
E0206 not-allowed-here

  × this may belong to the \`run\` above or to the one below
   ╭─[more.rules:4:3]
 3 │   run     fire-at
 4 │   given   range = 9
   ·   ─────────────────
 5 │   dice    blue-star
   ╰────
  help: put it above the \`run\` that it belongs to; first write the \`expect\`
        lines of the \`run\` above
\`\`\`

\`\`\`rules,mistake
example "Refused by something else" [4.4]
  given   firer = panther, target = tiger, range = 16
  run     fire-at
  expect  refused by "a line of sight"

example "An odds page with a slip" [4.5]
  run     scatter-distance
  odds
    scatter-distance | chance
    2-4              | 16.7%
    5-9              | 63.9%
    10-12            | 16.7%
\`\`\`

\`\`\`text
E0509 example-fails, rule 4.4

  × example "Refused by something else" gives a different result
   ╭─[more.rules:4:23]
 3 │   run     fire-at
 4 │   expect  refused by "a line of sight"
   ·                       ───────┬───────
   ·                              ╰── refused by "a target within reach"
 5 │
   ╰────
  help: if intended, write \`refused by "a target within reach"\`

E0509 example-fails, rule 4.5

  × example "An odds page with a slip": 1 of 3 printed chances is wrong
    ╭─[more.rules:11:24]
 10 │     2-4              | 16.7%
 11 │     5-9              | 63.9%
    ·                        ──┬──
    ·                          ╰── it is 66.7%
 12 │     10-12            | 16.7%
    ╰────

E0509 example-fails, rule 4.5

  × this column does not add up to 1
    ╭─[more.rules:9:24]
  8 │   odds
  9 │     scatter-distance | chance
    ·                        ───┬──
    ·                           ╰── it adds up to 97.3%
 10 │     2-4              | 16.7%
    ╰────
\`\`\`

## variant

House rules, a scenario's special rules, a new edition: a *variant* changes another ruleset without touching its files.
It is a folder like any ruleset, with its own unit files and index if needed. Its rule files start with \`variant\`
instead of \`ruleset\`, and name the base:

\`\`\`rules,variant
variant short-nights "Short nights" of example-game [N-1]

# What it declares comes to what the base has.
fact moonlight "Moonlight": yes or no, default no

# A whole declaration in the place of the base's.
replace roll bailed-out (crew: 0..10) -> 0..10
  result crew

# Lines of a declaration, one by one.
amend table needed [N-2]
  replace row 4-6 | auto | color | color
  replace cell 7+ | C with star

amend modifiers fire [N-3]
  replace "smoke" with -2 if smoke
  remove "nervous"
  add -1 if not moonlight "dark"

amend kind vehicle
  replace track fuel: 0..8, starts 8
  add track lost: yes or no

amend action shots-to-kill
  replace line count shot from 1 to 8
    count shot from 1 to 4
      fire-at(firer, gun, target)
      if target is destroyed: result shot

# The stats of one unit, and a rule that no longer holds.
amend unit tiger
  speed = 4
  traits = low

remove action burn

trigger lost-at-night (unit: vehicle)
  when unit.fuel falls to 0: set unit.lost to yes

example "Dark and smoky"
  given   firer = panther, target = tiger, smoke = yes
  run     fire
  expect  fire = -3
\`\`\`

\`sandtable odds short-nights …\` plays the base with the variant. \`--with short-nights\` adds it to the named ruleset, and
is repeatable. A variant can be based on another variant.

| Below | Lines |
| --- | --- |
| \`amend table\` | \`add row …\`, \`replace row …\`, \`remove row KEYS\`; \`replace cell KEYS \\| COLUMN with …\` (a list with one result has no column); \`add where …\`, \`replace where …\`, \`remove where WORD\` |
| \`amend modifiers\` | \`add …\`, \`replace "label" with …\` (keeps the label if it says none), \`remove "label"\`; \`replace limit …\`, \`remove limit\` |
| \`amend kind\` | \`add …\`, \`replace …\` and a line of a kind; \`remove NAME\`, \`remove traits …\` |
| \`amend unit\` | \`armour = H\`, \`traits = low, open-topped\` |
| \`amend\` and \`formula\`, \`roll\`, \`action\`, \`trigger\` | \`replace line …\`, \`add before line …\`, \`add after line …\`, each with the new lines below it; \`remove line …\`; \`add at start\`, \`add at end\` |

Name a row by its keys and a modifier by its label. Name a line of a rule by its text, as in the base, without its
citations. \`if …:\`, \`count …\` and \`red-star:\` include the whole block below them. Replace a scale, die, fact or option
as a whole.

A changed line without citations has those of its \`amend\` line. The examples of a base need not pass under a variant:
\`sandtable test short-nights\` runs the variant's own, with \`--base\` also those of the base, and shows those with different
results. \`sandtable list short-nights --overrides\` shows the changes; \`sandtable odds … --compare variant=short-nights\`
shows the odds of both side by side.

Two variants must not change the same thing, unless one has an \`after\` line with the other below its \`variant\` line;
then the later one applies. A variant can replace, amend or remove only what the base has.

\`\`\`rules,mistake
variant long-nights "Long nights" of example-game

replace formula hits (unit: vehicle) = unit.movement-hits

amend modifiers fire
  remove "fog"

variant very-long-nights "Very long nights" of example-game

replace formula hits (unit: vehicle) = unit.defence-hits
\`\`\`

\`\`\`text
E0251 conflicting-variants

  × two variants change the rule \`hits\`, and neither is declared to come after
  │ the other
   ╭─[more.rules:3:17]
 2 │
 3 │ replace formula hits (unit: vehicle) = unit.movement-hits
   ·                 ──┬─
   ·                   ╰── \`long-nights\` changes it here
 4 │
   ╰────
    ╭─[more.rules:10:17]
  9 │
 10 │ replace formula hits (unit: vehicle) = unit.defence-hits
    ·                 ──┬─
    ·                   ╰── \`very-long-nights\` here
    ╰────
  help: write \`after long-nights\` below the \`variant\` line of
        \`very-long-nights\`, or the other way round; the later one applies

E0250 not-in-base

  × modifiers fire has no line "fog"
   ╭─[more.rules:6:11]
 5 │ amend modifiers fire
 6 │   remove "fog"
   ·           ───
 7 │
   ╰────
  help: it has these lines: damage, cover, smoke, steady gun, flank or rear,
        buttoned up, nervous
\`\`\`

## Expressions

From loosest to tightest:

| | |
| --- | --- |
| \`A if COND otherwise B\` | |
| \`or\`, then \`and\`, then \`not\` | |
| \`= != < <= > >=\` (numbers and scales), \`is\`, \`is not\`, \`has\`, \`has not\`, \`meets\`, \`is none\` | \`=\` is for numbers, \`is\` for words, units and flags |
| \`raised by\`, \`lowered by\`, \`limited to 0..4\` | |
| \`the lower of A and B\`, \`the higher of A and B\` | of two numbers, or of two words of one scale |
| \`+ -\`, then \`* /\`, then \`-x\` | |
| \`name(…)\`, \`unit.stat\`, \`( … )\` | |

A division needs a rounding: \`speed / 2 rounded down\`, \`rounded up\`, \`rounded to nearest\` (halves go up). \`x limited to 0..\`
limits a value to a range.

\`the lower of A and B\` and \`the higher of A and B\` choose one of two. In a scale, the lower word is the one further left. To
add something to it, or to one of the two, use brackets: \`(the lower of A and B) + 1\` and \`the lower of A and (B + 1)\` are
different numbers. For three, write \`the lower of A and (the lower of B and C)\`.

\`\`\`rules
formula towing-speed "Speed under tow" (puller: vehicle, towed: vehicle) -> 0..12 hexes [13]
  result the lower of (the lower of puller.speed and towed.speed) and 4

formula sturdier "Sturdier of two" (one: vehicle, other: vehicle) -> weight [3.1]
  result the higher of one.armour and other.armour

roll careful "Careful roll" -> 1..7 [13]
  result (the lower of d6 and d6) + 1
\`\`\`

\`\`\`rules,mistake
formula hurried "Hurried" (unit: vehicle) -> 0..20 hexes = the lower of unit.speed and 4 + 1
\`\`\`

\`\`\`text
E0101 unexpected-text

  × unexpected \`+\`
   ╭─[more.rules:1:90]
 1 │ formula hurried "Hurried" (unit: vehicle) -> 0..20 hexes = the lower of unit.speed and 4 + 1
   ·                                                                                          ─
   ╰────
  help: add brackets: \`(the lower of A and B) + 1\` or \`the lower of A and (B +
        1)\`
\`\`\`

Of numbers: \`crew is 4 or more\`, \`hits is not 2 or less\`. \`target is destroyed\`, \`target is vehicle\` (its kind), \`target has low\` (a trait), \`target is buttoned-up\` (a flag of
its kind), \`firer is target\` (the same unit).

Common mistakes:

| Instead of | Write |
| --- | --- |
| \`speed ≥ 4\`, \`speed ≠ 4\` | \`speed >= 4\`, \`speed != 4\` |
| \`max(speed, 4)\`, \`min(speed, 4)\` | \`the higher of speed and 4\`, \`the lower of speed and 4\` |
| \`3 if target has low else 2\` | \`3 if target has low otherwise 2\` |
| \`hit when roll d6 >= 5\` | \`hit when d6 >= 5\`; for several lines, \`roll d6\` above and \`hit on 5+\` |
| \`otherwise miss\`, \`if d6 > 3: hit\` | \`miss otherwise\`, \`hit when d6 > 3\` |
| \`unit.hits = unit.hits + 1\`, \`hits = hits + 1\` | \`add 1 to unit.hits\`; what changes is a track |
| \`1-3: …\`, \`if d6 >= 4 then hit\`, \`else miss\` | \`on 1-3: …\` or \`hit on 1-3\`, \`hit when d6 >= 4\`, \`miss otherwise\` |
| \`while …\` | \`repeat until …\` |
| \`roll d6 for each model\` | \`repeat 3 times\` in an action; \`number of squad where d6 >= 4\` |

\`\`\`rules,mistake
formula half-speed (unit: vehicle) = unit.speed / 2

formula is-steady (unit: vehicle) -> yes or no = unit.mood = stedy
\`\`\`

\`\`\`text
E0208 missing-rounding

  × this division needs a rounding
   ╭─[more.rules:1:38]
 1 │ formula half-speed (unit: vehicle) = unit.speed / 2
   ·                                      ──────────────
 2 │
   ╰────
  help: add \`rounded down\`, \`rounded up\` or \`rounded to nearest\` after it

E0201 unknown-name

  × there is no \`stedy\` here
   ╭─[more.rules:3:62]
 2 │
 3 │ formula is-steady (unit: vehicle) -> yes or no = unit.mood = stedy
   ·                                                              ─────
   ╰────
  help: did you mean \`steady\`?
\`\`\`

## Findings in a draft

Rules with errors cannot run. Warnings show parts without an effect, or questions left open, in rules that run: a row
that no roll can reach, a column that makes no difference. Notes are only for information; \`sandtable check --notes\`
shows them. A finding that is not certain shows that: \`(likely)\`, \`(possibly)\`.

| Checked | Findings |
| --- | --- |
| in a table | rows that are never used or could be merged, keys without an effect, words that never result, rows that the dice cannot roll (E0601 to E0606); columns that could be merged (E0637); a better key with a worse result, rows out of order, swapped neighbours, a gap between two results, cliffs, a choice that is never better (E0611, E0618, E0619) |
| lookups | rolls and sums that can be out of range, with the chance; rows that no rule or no unit reaches (E0608 to E0610); tables that contradict each other (E0621); results and arguments out of their declared range (E0642) |
| units and maps | traits and values that no unit has, actions that are never possible (E0610); terrain that no map shows (E0625) |
| boards | pointless measurements, directions treated like numbers (E0626); distances rounded the wrong way for their comparison (E0627); paths found with one cost and walked with another, free steps (E0628, E0629); sides of hexes that are not adjacent (E0423); parts of a map of areas that no link joins (E0670); pieces that may leave the map by accident (E0633); distances that the players must supply (E0634) |
| loops | a \`stop\` that ends the whole rule where \`next\` or \`done\` is more likely (E0641) |
| conditions | tests that never pass or never fail, modifiers that never apply, lines that are never used, destroyed units in a selection of those in play (E0607); divisions that always give the same number (E0655); loops that never change their condition, dice that are always rerolled (E0612) |
| rolls and actions | cells and stats that no roll can pass or fail (E0651); outcomes that no rule distinguishes (E0652); sides and opposed rolls that do not break ties (E0653); a higher range, quality or number with a worse result (E0611); an option, reaction or action that is never better than another and no cheaper (E0619) |
| decisions | choices that may have no legal option (E0230) |
| tracks | markers that are read and never placed, or placed and never read (E0613, E0614); triggers that never fire, or contradict each other (E0615, E0623); tracks that are never reset because their turn never repeats (E0635) |
| across rules | modifiers applied twice to one roll, also through a name or a formula (E0616), words in two spellings (E0622), swapped arguments (E0654), actions and sequences that no sequence calls (E0624) |
| the book | rules that are not implemented, house rules, open questions and how they are read (E0630 to E0632) |

The scenarios of the ruleset are also checked, with the units in them and their places. Rules that were too complex to check
or compare are listed with the reason (E0617). Rolls and actions are compared by their exact odds in some situations, so
that \`check\` stays quick; \`sandtable check --thorough\` takes seconds and tries many. If a line cannot be read, only the
findings that could follow from it are suppressed, and the warnings that need the whole book; all other findings are shown.
\`sandtable explain E0608\` has more on each. \`sandtable check my-game --notes --write-example cases.rules\` writes an
\`example\` for each finding that a run can show: move the file beside the rules and run \`sandtable test\`.

To keep a warning or note from being shown, allow it at its place, with a reason:

\`\`\`rules
# allow key-without-effect: the book prints both classes
table spotting "Spotting" (range: 0..12 hexes, class: A or B) -> 2..6
  range | A | B
  0-5   | 3 | 3
  6+    | 5 | 5
\`\`\`

Write the comment above the line or at its end. It also covers everything indented below that line. You can use the code
instead of the name: \`# allow E0604: …\`. \`sandtable check --allowed\` lists the allowed findings with their reasons. An
error cannot be allowed.

\`\`\`rules,mistake
# allow key-without-effect
table sighting "Sighting" (range: 0..12 hexes, class: A or B) -> 2..6
  range | A | B
  0-5   | 3 | 3
  6+    | 5 | 5
\`\`\`

\`\`\`text
E0640 bad-allowance

  ⚠ this allows a finding without a reason
   ╭─[more.rules:1:3]
 1 │ # allow key-without-effect
   ·   ────────────────────────
 2 │ table sighting "Sighting" (range: 0..12 hexes, class: A or B) -> 2..6
   ╰────
  help: add the reason after a colon: \`# allow E0604: the book prints both
        columns\`

E0604 key-without-effect

  ⚠ \`class\` makes no difference to this table
   ╭─[more.rules:3:11]
 1 │ # allow key-without-effect
 2 │ table sighting "Sighting" (range: 0..12 hexes, class: A or B) -> 2..6
   ·                                                ──┬──
   ·                                                  ╰── the key
 3 │   range | A | B
   ·           ┬
   ·           ╰── the same result in every case
 4 │   0-5   | 3 | 3
   ╰────
  help: correct the cells, or delete the key
\`\`\`

## Limits

| | |
| --- | --- |
| nesting of brackets and blocks | 64 |
| \`else if\` after one \`if\`, with those of the blocks around it | 64 |
| a line | 2,000 characters |
| a file | 4 MB |
| lines below one line | 2,000 |
| declarations in a ruleset | 10,000 |
| triggers in a ruleset | 500 |
| kinds in a ruleset | 64 |
| lines of all kinds together | 4,000 |
| hexes or squares of a map; areas | 10,000; 1,000 |
| pairs of changes and triggers: for each line that changes a track, the triggers that watch it | 5,000 |
| words in one scale, die or list of words | 64 |
| cards of one unit in a deck | 64 |
| cells that a table's keys can name | 1,000,000 |
| parts into which the rows of a table divide one key | 65,000 |
| dice in one roll, and all that it rerolls | 1,000 and 100,000 |
| different rolls of one calculated roll, by number (0 to 1,000) and type of dice | 1,001 |
| numbers | from -2,147,483,647 to 2,147,483,647 |
| units in one question, with their parts | 256 |
| findings shown | 500 |
| steps of one run, each die of a roll being one; of a game | 10,000,000; 50,000,000 |
| exact odds: memory; steps of all runs together with the work on large rolls | 1 GiB, or \`--memory 4G\`; 1,000,000,000 |
| the story of one run | 16 million characters |
| time of samples and tables, and of all examples of \`test\` | 10 s and 60 s, or \`--for 5min\` |
`},{name:"patterns",text:`# Patterns

Thirty-one mechanisms that many games share, each as a small ruleset of its own. Copy the one that you need, change its
numbers and words, and add it to your game. No pattern is taken from a published game.

The rules of a pattern go into a folder \`rules/NAME\`, its units into \`units/NAME/units.toml\` and its map into
\`units/NAME/maps/field.toml\`. The \`ruleset\` line names a ruleset. Every pattern has worked examples: \`sandtable test NAME\`
runs them. [language.md](language.md) explains each construct.

| | |
| --- | --- |
| Combat | [odds ratio table](#odds-ratio-table), [pool with target numbers](#pool-with-target-numbers), [exploding dice](#exploding-dice), [opposed roll](#opposed-roll), [simultaneous fire](#simultaneous-fire), [fight to the end](#fight-to-the-end), [damage locations and transfer](#damage-locations-and-transfer), [scatter](#scatter) |
| Units | [step losses](#step-losses), [morale and rally](#morale-and-rally), [leaders](#leaders), [command radius](#command-radius), [hidden deployment](#hidden-deployment) |
| On a map | [stacking](#stacking), [zones of control](#zones-of-control), [retreat and advance](#retreat-and-advance), [supply line](#supply-line), [opportunity fire](#opportunity-fire), [reaction to movement](#reaction-to-movement), [charge move](#charge-move), [point-to-point movement](#point-to-point-movement), [vehicles with facing](#vehicles-with-facing) |
| The turn | [chit draw](#chit-draw), [card-driven turn](#card-driven-turn), [hand with a limit](#hand-with-a-limit), [bidding for initiative](#bidding-for-initiative), [reinforcements by turn](#reinforcements-by-turn), [weather](#weather) |
| Whole games | [area control](#area-control), [victory points](#victory-points), [solo event table](#solo-event-table), [campaign chain](#campaign-chain) |

## Odds ratio table

The attacker divides strengths, rounds down, moves the column for terrain and rolls one die.

<!-- file: rules/ratio/ratio.rules -->
\`\`\`rules
ruleset ratio "Odds ratio table"

scale odds "Odds": 1:2 < 1:1 < 2:1 < 3:1 < 4:1

table results "Combat results" (shown: d6, odds) -> attacker-loses or exchange or no-effect or defender-loses
  shown | 1:2            | 1:1            | 2:1            | 3:1            | 4:1
  1     | attacker-loses | attacker-loses | exchange       | exchange       | no-effect
  2-3   | attacker-loses | exchange       | no-effect      | no-effect      | defender-loses
  4-5   | exchange       | no-effect      | no-effect      | defender-loses | defender-loses
  6     | no-effect      | defender-loses | defender-loses | defender-loses | defender-loses

roll assault "Assault" (attack: 1..99, defence: 1..99, shifts: -3..3) -> attacker-loses or exchange or no-effect or defender-loses
  column = odds(attack, defence) rounded down
  result results(column raised by shifts)

# 11 : 4 is 2:1, one column left for a town is 1:1. Of its six rows one lets the defender lose.
example "Eleven against four in a town"
  given   attack = 11, defence = 4, shifts = -1
  run     assault
  dice    4
  expect  assault is no-effect
  odds    assault is defender-loses: 1/6

# 3:1 without a shift: rows 4, 5 and 6.
example "Twelve against four in the open"
  given   attack = 12, defence = 4, shifts = 0
  run     assault
  odds    assault is defender-loses: 1/2
\`\`\`

Add columns to \`scale odds\` and to the table. To round in favour of the attacker, write \`rounded up\`. For
differences in place of ratios, make the key a number: \`(shown: d6, difference: -9..9)\`.

## Pool with target numbers

A unit rolls one die for each model, hits on a number, and the target saves with a number of its own.

<!-- file: rules/pool/pool.rules -->
\`\`\`rules
ruleset pool "Dice pools"

kind squad "Squad"
  size      1..10 "Models"
  hits-on   2..6
  saves-on  2..6
  track     losses: 0..10 "Models lost"
  formula   left = size - losses limited to 0..10

trigger wiped-out (squad)
  when squad.losses reaches squad.size: destroy squad

# One die for each model, and one save for each hit.
action volley "Volley" (firer: squad, target: squad)
  repeat firer.left times
    if d6 >= firer.hits-on:
      if d6 < target.saves-on: add 1 to target.losses

# 4 hits, and 2 is no save; 3 misses; 6 hits, and 5 saves.
example "Three models fire"
  given   firer = guard, target = raiders
  run     volley
  dice    4, 2, 3, 6, 5
  expect  target.losses = 1

# Each die costs a model with 1/2 * 2/3 = 1/3: none of three 8/27.
example "Nobody falls"
  given   firer = guard, target = raiders
  run     volley
  odds    target.losses = 0: 8/27
\`\`\`

<!-- file: units/pool/units.toml -->
\`\`\`toml
[squad.guard]
size = 3
hits-on = 4
saves-on = 3

[squad.raiders]
size = 6
hits-on = 5
saves-on = 5
\`\`\`

If all hit on the same number, \`roll firer.left dice of d6 count 4+\` gives the hits in one line. For
armour-piercing weapons, add a stat to \`squad\` and compare \`d6 - firer.piercing\`.

## Exploding dice

A die that shows its highest face is rolled again and added.

<!-- file: rules/exploding/exploding.rules -->
\`\`\`rules
ruleset exploding "Exploding dice"

roll damage "Damage" -> 1..
  result d6 explode 6 at most 10 times

roll wounds "Wounds against toughness" (toughness: 2..9) -> 0..3
  total = damage()
  result 3 if total >= 3 * toughness otherwise (2 if total >= 2 * toughness otherwise (1 if total >= toughness otherwise 0))

# 6 and 6 and 2 are 14: at least 3 * 4, less than 3 * 5.
example "Two sixes in a row"
  given   toughness = 4
  run     wounds
  dice    6, 6, 2
  expect  damage = 14, wounds = 3

# 8 needs a 6 and then at least 2: 1/6 * 5/6.
example "Eight or more"
  given   toughness = 8
  run     wounds
  odds    wounds >= 1: 5/36
\`\`\`

\`3d6 explode 5-6 at most 10 times\` explodes on two faces and adds three dice. \`reroll 1 once\` replaces a face
instead of adding to it.

## Opposed roll

Both sides roll and add; ties are rerolled until one side wins.

<!-- file: rules/opposed/opposed.rules -->
\`\`\`rules
ruleset opposed "Opposed roll"

kind champion "Champion"
  might  0..9
  track  result-of: open or won or lost "Outcome"

action wrestle "Opposed roll" (one: champion, other: champion)
  set one.result-of to open
  repeat until one.result-of is not open
    margin = d6 + one.might - d6 - other.might
    if margin > 0: set one.result-of to won
    if margin < 0: set one.result-of to lost

# One more: of 36 pairs 21 win, 5 are ties, 10 lose. 21 of 31.
example "One point stronger"
  given   one = ox, other = fox
  run     wrestle
  dice    2, 3, 5, 4
  expect  one.result-of is won
  odds    one.result-of is won: 21/31

example "The weaker"
  given   one = fox, other = ox
  run     wrestle
  odds    one.result-of is won: 10/31
\`\`\`

<!-- file: units/opposed/units.toml -->
\`\`\`toml
[champion.ox]
might = 3

[champion.fox]
might = 2
\`\`\`

If ties go to the defender, a \`roll\` of one line is enough: \`won when d6 + one.might > d6 + other.might\`. If the margin
matters, keep it in a track instead of the word.

## Simultaneous fire

All units fire before any is removed: hits are noted first and applied afterwards.

<!-- file: rules/simultaneous/simultaneous.rules -->
\`\`\`rules
ruleset simultaneous "Simultaneous fire"

kind side "Side"

kind gun "Gun"
  skill  2..6 "Hits on"
  track  noted: 0..20 "Hits noted"
  track  damage: 0..2

trigger knocked-out (gun)
  when gun.damage reaches 2: destroy gun

action fire "Fires" (gun)
  choose target: gun where target.side is not gun.side by gun.side, worth target.noted "at whom"
  if d6 >= gun.skill: add 1 to target.noted

sequence exchange "An exchange of fire"
  phase firing "Everybody fires"
    each gun where (any foe: gun where foe.side is not gun.side): fire(gun)
  phase effect "Hits count"
    each gun where gun.noted > 0
      add gun.noted to gun.damage
      set gun.noted to 0

# Both have one hit already. 6 and 5 hit: each would have silenced the other.
example "Both fall"
  units   ours = battery of first, theirs = battery of second
  given   ours.damage = 1, theirs.damage = 1
  run     exchange
  dice    6, 5
  expect  ours is destroyed, theirs is destroyed
  odds    ours is destroyed: 1/3
\`\`\`

<!-- file: units/simultaneous/units.toml -->
\`\`\`toml
[gun.battery]
skill = 5
\`\`\`

Write a phase for each kind of weapon if missiles come before guns. If targets are chosen before the dice are rolled,
keep the target in a track and roll in a second phase.

## Fight to the end

Two sides strike in turn until one is down, however long it takes.

<!-- file: rules/duel/duel.rules -->
\`\`\`rules
ruleset duel "Fight to the end"

kind knight "Knight"
  skill  2..6 "Hits on"
  reach  1..9, default 1
  track  wounds: 0..3

trigger falls (knight)
  when knight.wounds reaches 3: destroy knight

action strike "Blow" (knight)
  foe = first other: knight where other is not knight
  if foe is none: stop
  if d6 >= knight.skill: add 1 to foe.wounds

sequence fight "Fight to the end"
  repeat until (number of knight) = 1
    each knight in order of knight.reach, highest first: strike(knight)

# One wound is left to each. The lance strikes first and hits with 1/2, the sword with 1/3; both miss with 1/3, and all begins
# again: 1/2 of 2/3.
example "To the last blow"
  units   lance = lancer, sword = swordsman
  given   lance.wounds = 2, sword.wounds = 2
  run     fight
  dice    3, 4, 2, 5
  expect  lance is destroyed
  odds    sword is destroyed: 3/4
\`\`\`

<!-- file: units/duel/units.toml -->
\`\`\`toml
[knight.lancer]
skill = 4
reach = 2

[knight.swordsman]
skill = 5
\`\`\`

\`repeat until\` has no limit here, and odds sum the repetition exactly. For a fight of three rounds, add \`, at most 3 times\`.
To let a knight flee, write \`choose by knight.side\` with a line \`"flee"\`.

## Damage locations and transfer

A roll decides where a hit lands; damage beyond a section's limit moves to the next one.

<!-- file: rules/locations/locations.rules -->
\`\`\`rules
ruleset locations "Damage locations"

kind section "Section"
  spot     arm or flank or core
  armour   1..40
  track    damage: 0..40
  formula  left = armour - damage limited to 0..40

kind walker "Walker"
  sections  list of section
  track     incoming: 0..40 "Damage still to place"
  track     struck: arm or flank or core "Where it lands"

table location "Location" (shown: 2d6) -> arm or flank or core
  shown | spot
  2-5   | arm
  6-8   | flank
  9-12  | core

action hit "Is hit" (walker, amount: 1..40)
  set walker.incoming to amount
  set walker.struck to location()
  repeat until walker.incoming = 0 or walker is destroyed, at most 3 times
    soak(walker)

# From an arm to the flank, from the flank to the core.
action soak "Takes damage" (walker)
  each section of walker where section.spot is walker.struck and walker.incoming > 0
    taken = the lower of walker.incoming and section.left
    add taken to section.damage
    take taken from walker.incoming
    if section.left = 0 and section.spot is core: destroy walker
  if walker.incoming = 0: stop
  depending on walker.struck
    arm:    set walker.struck to flank
    flank:  set walker.struck to core
    core:   set walker.incoming to 0

# 2 + 2 is the arm: 4 there, 6 in the flank and 2 of 12 in the core.
example "Twelve points inward"
  given   walker = strider, amount = 12
  run     hit
  dice    2, 2
  expect  (total of section.damage for each section of walker where section.spot is core) = 2, walker is not destroyed

# 9 to 12 on 2d6: 4 + 3 + 2 + 1 of 36 reach the core at once, and 12 is all it has.
example "Twelve points to the core"
  given   walker = strider, amount = 12
  run     hit
  odds    walker is destroyed: 5/18
\`\`\`

<!-- file: units/locations/units.toml -->
\`\`\`toml
[section.left-arm]
spot = "arm"
armour = 4

[section.hull]
spot = "flank"
armour = 6

[section.reactor]
spot = "core"
armour = 12

[walker.strider]
sections = ["left-arm", "hull", "reactor"]
\`\`\`

Add words to \`spot\` and lines to the table and to \`depending on\`. Left and right are words of their own. For
critical hits, call an action after \`add taken to section.damage\`.

## Scatter

A shell that misses lands some inches away, in any direction, and hits what is there.

<!-- file: rules/scatter/scatter.rules -->
\`\`\`rules
ruleset scatter "Scatter"
  board inches

kind target "Target"
  track  hits: 0..9

# 1 on the d12 is one o'clock, 12 straight up the table.
action shell "A shell" (aim: place)
  if d6 >= 5:
    burst(aim)
    stop
  landing = ahead(aim, turned(0, 30 * d12), 2d6 * 1 inch)
  if landing is not none: burst(landing)

action burst "Bursts" (spot: place)
  each target where target.at is not none
    if distance(target, spot) rounded up <= 2 inches: add 1 to target.hits

example "A direct hit"
  map     field
  units   squad = infantry
  given   aim = (20, 12), squad.at = (21, 12)
  run     shell
  dice    5
  expect  squad.hits = 1

# Three o'clock is to the right: 4 and 2 are 6 inches.
example "Six inches to the right"
  map     field
  units   near = infantry, far = infantry
  given   aim = (20, 12), near.at = (20, 12), far.at = (26, 12)
  run     shell
  dice    2, 3, 4, 2
  expect  near.hits = 0, far.hits = 1
\`\`\`

<!-- file: units/scatter/units.toml -->
\`\`\`toml
[target.infantry]
\`\`\`

<!-- file: units/scatter/maps/field.toml -->
\`\`\`toml
size = [48, 24]
\`\`\`

For a scatter die with arrows, use \`d360\` as the direction. To subtract skill, write
\`(2d6 - gunner.skill limited to 0..) * 1 inch\`.

## Step losses

A counter is strong at first, weaker on its back, and then gone.

<!-- file: rules/losses/losses.rules -->
\`\`\`rules
ruleset losses "Step losses"

kind counter "Counter"
  front    1..9 "Strength on the front"
  back     0..9, default 0 "Strength on the back"
  steps    1..2, default 2 "Steps"
  track    lost: 0..2 "Steps lost"
  formula  strength = front if lost = 0 otherwise back

trigger eliminated (counter)
  when counter.lost reaches counter.steps: destroy counter

action lose "Loses steps" (counter, n: 1..4)
  add n to counter.lost

# 5 on the front, 3 on the back.
example "One step of two"
  given   counter = division, n = 1
  run     lose
  expect  counter.strength = 3, counter is not destroyed

example "Both steps"
  given   counter = division, n = 2
  run     lose
  expect  counter is destroyed

example "A counter of one step"
  given   counter = battery, n = 1
  run     lose
  expect  counter is destroyed
\`\`\`

<!-- file: units/losses/units.toml -->
\`\`\`toml
[counter.division]
front = 5
back = 3

[counter.battery]
front = 2
steps = 1
\`\`\`

For four steps, write \`steps 1..4\` and \`track lost: 0..4\`. If each step costs a point, drop \`back\` and write
\`formula strength = front - lost\`.

## Morale and rally

A unit that fails a test loses morale, step by step, and rallies at the end of the turn.

<!-- file: rules/morale/morale.rules -->
\`\`\`rules
ruleset morale "Morale and rally"

scale heart "Morale": routed < shaken < steady

kind company "Company"
  nerve  2..6 "Passes on"
  track  heart: heart, starts steady "Morale"
  track  tested: yes or no, until end of turn "Tested this turn"

roll test "Morale test" (company) -> passed, failed
  passed  when d6 >= company.nerve
  failed  otherwise

action take-test "Takes a morale test" (company)
  if company.tested: stop
  set company.tested to yes
  if test(company) is failed: set company.heart to company.heart lowered by 1

trigger runs (company)
  when company.heart becomes routed: remove company

action rally "Rallies" (company)
  needs company.heart is shaken "a shaken company"
  if test(company) is passed: set company.heart to company.heart raised by 1

sequence turn "Turn"
  phase fire-phase "Fire"
    each company: take-test(company)
  phase rally-phase "Rally"
    each company where company.heart is shaken: rally(company)

# Passes on 4 or more: 3 fails, 5 rallies.
example "Shaken and steady again"
  units   men = fusiliers
  run     turn
  dice    3, 5
  expect  men.heart is steady

# It fails with 1/2, and fails to rally with 1/2.
example "Shaken after a turn"
  units   men = fusiliers
  run     turn
  odds    men.heart is shaken: 1/4

example "It runs"
  given   company = fusiliers, company.heart = shaken
  run     take-test
  dice    1
  expect  company is removed
\`\`\`

<!-- file: units/morale/units.toml -->
\`\`\`toml
[company.fusiliers]
nerve = 4
\`\`\`

Add levels to \`scale heart\`. Leaders and losses change the die: write a list of \`modifiers\` and compare
\`d6 + mood(company)\`. With \`destroy company\` in the trigger, a rout is a loss.

## Leaders

A leader helps the unit he is with, and may be lost when it is hit.

<!-- file: rules/leaders/leaders.rules -->
\`\`\`rules
ruleset leaders "Leaders"

kind side "Side"

kind leader "Leader"
  bonus  1..3
  track  with: battalion or none "Rides with"

kind battalion "Battalion"
  nerve  2..12 "Rolls this or less"
  track  losses: 0..6

formula help "Help of the best leader with it" (battalion) -> 0..3
  best = highest of leader.bonus for each leader where leader.with is battalion
  result 0 if best is none otherwise best

roll stand "Test of nerve" (battalion) -> holds, breaks
  holds   when 2d6 - help(battalion) + battalion.losses <= battalion.nerve
  breaks  otherwise

# Each hit may strike down a leader: on 12.
action take-hits "Takes hits" (battalion, hits: 1..6)
  add hits to battalion.losses
  each leader where leader.with is battalion
    if 2d6 >= 13 - hits: destroy leader

action join "Joins a battalion" (leader, battalion)
  needs leader.side is battalion.side "a battalion of its own side"
  set leader.with to battalion

# 2d6 - 2 + 1 of at most 6 is 7 or less: 21 of 36, without him 5 or less: 10 of 36.
example "With the colonel"
  units   colonel = ney
  given   battalion = line, colonel.with = battalion, battalion.losses = 1
  run     stand
  odds    stand is holds: 7/12

example "Without him"
  given   battalion = line, battalion.losses = 1
  run     stand
  odds    stand is holds: 5/18

# Two hits: 11 or 12.
example "He falls with 3 of 36"
  units   colonel = ney
  given   battalion = line, colonel.with = battalion, hits = 2
  run     take-hits
  odds    colonel is destroyed: 1/12

example "He joins"
  given   leader = ney, battalion = line, battalion.side = first
  run     join
  expect  leader.with is battalion
\`\`\`

<!-- file: units/leaders/units.toml -->
\`\`\`toml
[leader.ney]
name = "The colonel"
bonus = 2

[battalion.line]
nerve = 6
\`\`\`

On a board, replace \`leader.with is battalion\` with \`leader.at is battalion.at\`, or with a distance for a radius.
\`total of\` in place of \`highest of\` lets leaders add up.

## Command radius

Units near their leader act freely; the others need a roll.

<!-- file: rules/radius/radius.rules -->
\`\`\`rules
ruleset radius "Command radius"
  board inches

kind side "Side"

kind general "General"
  radius  1..24 inches

kind regiment "Regiment"
  track  moves: 0..9

formula in-command "Within reach of its general" (regiment) -> yes or no
  if regiment.at is none: result no
  result any general where general.side is regiment.side and general.at is not none and distance(regiment, general) rounded up <= general.radius

# Out of command it acts on 4 or more.
roll orders "Orders" (regiment) -> received, lost
  received  when in-command(regiment)
  received  when d6 >= 4
  lost      otherwise

action activate "Activation" (regiment)
  if orders(regiment) is received: add 1 to regiment.moves

# 9 and 12 inches across and up: 15 inches, more than 12.
example "Out of command"
  map     field
  units   chief = marshal of first
  given   regiment = line, regiment.at = (10, 5), chief.at = (19, 17)
  run     activate
  odds    regiment.moves = 1: 1/2

# 6 and 8 are 10 inches.
example "In command"
  map     field
  units   chief = marshal of first
  given   regiment = line, regiment.at = (10, 5), chief.at = (16, 13)
  run     activate
  odds    regiment.moves = 1: 1
\`\`\`

<!-- file: units/radius/units.toml -->
\`\`\`toml
[general.marshal]
radius = 12

[regiment.line]
\`\`\`

<!-- file: units/radius/maps/field.toml -->
\`\`\`toml
size = [48, 24]
\`\`\`

For a chain of command, give each unit a track \`superior: general or none\` and test only that general. On hexes,
\`board hexes\` and \`distance\` need no rounding.

## Hidden deployment

Counters are face down, some of them dummies, until an enemy is near or they fire.

<!-- file: rules/hidden/hidden.rules -->
\`\`\`rules
ruleset hidden "Hidden deployment"

kind side "Side"

kind counter "Counter"
  dummy   yes or no, default no
  track   face-down: yes or no
  hidden  while face-down

fact range "Range" (counter, other: counter): 0..40 hexes, default 40

# A dummy that is found leaves the table.
action reveal "Is turned up" (counter)
  set counter.face-down to no
  if counter.dummy: remove counter

action look "Looks around" (counter)
  each other: counter where other.side is not counter.side and other.face-down and range(counter, other) <= 3: reveal(other)

action fire "Fires" (counter, target: counter)
  needs not counter.dummy "a counter that is no dummy"
  needs not target.face-down "a target that is face up"
  set counter.face-down to no
  if d6 >= 5: destroy target

example "A gun and a dummy are found"
  units   gun = anti-tank-gun of second, log = decoy of second
  given   counter = scouts, gun.face-down = yes, log.face-down = yes, range = 3
  run     look
  expect  not gun.face-down, log is removed

example "Too far away"
  units   gun = anti-tank-gun of second
  given   counter = scouts, gun.face-down = yes, range = 4
  run     look
  expect  gun.face-down

example "Firing turns a counter up"
  given   counter = anti-tank-gun, target = scouts, counter.face-down = yes
  run     fire
  dice    5
  expect  not counter.face-down, target is destroyed

example "Nobody fires at what is face down"
  given   counter = scouts, target = anti-tank-gun, target.face-down = yes
  run     fire
  expect  refused
\`\`\`

<!-- file: units/hidden/units.toml -->
\`\`\`toml
[counter.scouts]

[counter.anti-tank-gun]

[counter.decoy]
dummy = true
\`\`\`

\`sandtable play\` shows a person only their own counters while they lie face down. On a map, measure the fact:
\`in play = distance(counter, other)\`.

## Stacking

Only a limited number of counters fit into a hex, at the end of a move and at the start of a scenario.

<!-- file: rules/stacking/stacking.rules -->
\`\`\`rules
ruleset stacking "Stacking"
  board hexes
  stands fits

kind side "Side"

kind counter "Counter"
  size  1..3 "Stacking points"

formula room-taken "Stacking points of the others there" (counter, spot: place) -> 0..99
  result total of other.size for each other: counter where other is not counter and other.at is spot

formula has-room "It fits there" (counter, spot: place) -> yes or no
  result room-taken(counter, spot) + counter.size <= 3

formula fits (counter) -> yes or no
  here = counter.at
  if here is none: result yes
  result has-room(counter, here)

formula step (counter, from: place, to: place) -> 1..1 or none
  if any foe: counter where foe.side is not counter.side and foe.at is to: result none
  result 1

# It passes through a full hex, but does not end its move there.
action march "Marches" (counter)
  needs counter.at is not none "a counter on the map"
  choose goal: place reached by step(counter) from counter within 4 where has-room(counter, goal) by counter.side, worth 1 "where to"
  set counter.at to goal

example "A brigade and a regiment fill a hex"
  map     field
  units   one = brigade of first, two = regiment of first
  given   counter = regiment, one.at = A2, two.at = A2, spot = A2
  run     has-room
  expect  not has-room

example "Through it to the hex behind"
  map      field
  units    one = brigade of first, two = regiment of first
  given    counter = regiment, counter.at = A1, one.at = A2, two.at = A2
  run      march
  choices  A3
  expect   counter.at is A3
\`\`\`

<!-- file: units/stacking/units.toml -->
\`\`\`toml
[counter.brigade]
size = 2

[counter.regiment]
size = 1
\`\`\`

<!-- file: units/stacking/maps/field.toml -->
\`\`\`toml
layout = "pointy"
hexes = """
    . . . . .
   . . . . .
  . . . . .
"""

[legend]
"." = {}
\`\`\`

For towns with a higher limit, replace the 3 with a stat of \`kind hex\`. \`stands fits\` also checks the counters of
scenarios.

## Zones of control

A counter must stop adjacent to an enemy and cannot move from one such hex directly to another.

<!-- file: rules/zones/zones.rules -->
\`\`\`rules
ruleset zones "Zones of control"
  board hexes

kind side "Side"

kind counter "Counter"
  speed  1..9

formula in-zone "Beside an enemy" (counter, spot: place) -> yes or no
  result any foe: counter where foe.side is not counter.side and foe.at is not none and distance(foe, spot) = 1

# From where it begins it may leave a zone; on its way it may not, nor go from zone to zone.
formula step (counter, from: place, to: place) -> 1..1 or none
  if any foe: counter where foe.side is not counter.side and foe.at is to: result none
  if in-zone(counter, from) and in-zone(counter, to): result none
  if in-zone(counter, from) and counter.at is not from: result none
  result 1

formula can-reach "Can end its move there" (counter, goal: place) -> yes or no
  if counter.at is none: result no
  result any spot: place reached by step(counter) from counter within counter.speed where spot is goal

action march "Marches" (counter)
  needs counter.at is not none "a counter on the map"
  choose goal: place reached by step(counter) from counter within counter.speed by counter.side, worth 1 "where to"
  set counter.at to goal

# The enemy in B4 holds A3 and A4: A3 is two hexes away and the end of the move.
example "It stops beside the enemy"
  map     field
  units   foe = hussars of second
  given   counter = hussars, counter.at = A1, foe.at = B4, goal = A3
  run     can-reach
  expect  can-reach

example "And does not pass"
  map     field
  units   foe = hussars of second
  given   counter = hussars, counter.at = A1, foe.at = B4, goal = A4
  run     can-reach
  expect  not can-reach

example "Away from the enemy"
  map      field
  units    foe = hussars of second
  given    counter = hussars, counter.at = A3, foe.at = B4
  run      march
  choices  A1
  expect   counter.at is A1
\`\`\`

<!-- file: units/zones/units.toml -->
\`\`\`toml
[counter.hussars]
speed = 4
\`\`\`

<!-- file: units/zones/maps/field.toml -->
\`\`\`toml
layout = "pointy"
hexes = """
    . . . . .
   . . . . .
  . . . . .
"""

[legend]
"." = {}
\`\`\`

If zones only cost more, let \`step\` give 3 in place of \`none\`. A friend in the hex cancels the zone: add
\`and not any friend: counter where friend.side is counter.side and friend.at is spot\` to \`in-zone\`.

## Retreat and advance

The loser of a fight retreats, away from the enemy; the winner may advance.

<!-- file: rules/retreat/retreat.rules -->
\`\`\`rules
ruleset retreat "Retreat and advance"
  board hexes

kind side "Side"

kind counter "Counter"

formula is-way-back "Free, and farther from the enemy" (counter, foe: counter, spot: place) -> yes or no
  if counter.at is none or foe.at is none: result no
  if any other: counter where other.at is spot: result no
  result distance(foe, spot) > distance(foe, counter)

# A counter that has nowhere to go is lost.
action step-back "Goes back a hex" (counter, foe: counter)
  if counter is destroyed or counter.at is none: stop
  if not any spot: place within 1 of counter where is-way-back(counter, foe, spot):
    destroy counter
    stop
  choose spot: place within 1 of counter where is-way-back(counter, foe, spot) by counter.side, worth 1 "where to"
  set counter.at to spot

action drive-back "Drives back" (victor: counter, loser: counter, hexes: 1..3)
  left = loser.at
  if left is none: stop
  repeat hexes times
    step-back(loser, victor)
  may by victor.side "advance", worth 1: set victor.at to left

example "A hex back, and after it"
  map      field
  given    victor = grenadiers, loser = militia, victor.at = A4, loser.at = A3, hexes = 1
  run      drive-back
  choices  A2, yes
  expect   loser.at is A2, victor.at is A3

# From A1, with the enemy in A2, only B1 leads away.
example "No way back"
  map      field
  units    crowd = militia of second
  given    victor = grenadiers, loser = militia, victor.at = A2, loser.at = A1, crowd.at = B1, hexes = 1
  run      drive-back
  choices  no
  expect   loser is destroyed, victor.at is A2
\`\`\`

<!-- file: units/retreat/units.toml -->
\`\`\`toml
[counter.grenadiers]

[counter.militia]
\`\`\`

<!-- file: units/retreat/maps/field.toml -->
\`\`\`toml
layout = "pointy"
hexes = """
    . . . . .
   . . . . .
  . . . . .
"""

[legend]
"." = {}
\`\`\`

To let enemy zones block the retreat, add the condition to \`is-way-back\`. If the victor chooses the hex, write
\`by foe.side\`.

## Supply line

A counter is in supply if a short enough line of hexes, free of enemies, leads to a depot.

<!-- file: rules/supply/supply.rules -->
\`\`\`rules
ruleset supply "Supply lines"
  board hexes

kind side "Side"

kind depot "Depot"
  reach  1..20 "Length of the line, in hexes"

kind counter "Counter"
  track  out-of-supply: yes or no

# No hex with an enemy in it or beside it.
formula line (counter, from: place, to: place) -> 1..1 or none
  if any foe: counter where foe.side is not counter.side and foe.at is not none and distance(foe, to) <= 1: result none
  result 1

formula is-fed-by "A line leads to the depot" (counter, depot) -> yes or no
  if counter.at is none or depot.at is none: result no
  length = cost(counter, depot, line(counter))
  if length is none: result no
  result length <= depot.reach

formula in-supply (counter) -> yes or no
  result any depot where depot.side is counter.side and is-fed-by(counter, depot)

action look-at-supply "Supply" ()
  each counter: set counter.out-of-supply to not in-supply(counter)

# Four hexes along the upper row.
example "A straight line"
  map     field
  units   store = magazine of first
  given   counter = column, counter.at = A5, store.at = A1
  run     in-supply
  expect  in-supply

# An enemy in A3 bars A2 to A4 and B3, B4; around through the row C it is 6 hexes, and 5 are allowed.
example "Too long a way around"
  map     field
  units   store = magazine of first, ours = column of first, foe = column of second
  given   ours.at = A5, store.at = A1, foe.at = A3
  run     look-at-supply
  expect  ours.out-of-supply
\`\`\`

<!-- file: units/supply/units.toml -->
\`\`\`toml
[depot.magazine]
reach = 5

[counter.column]
\`\`\`

<!-- file: units/supply/maps/field.toml -->
\`\`\`toml
layout = "pointy"
hexes = """
    . . . . .
   . . . . .
  . . . . .
"""

[legend]
"." = {}
\`\`\`

For roads, let a step cost \`1 if hexside(from, to) has road otherwise 2\`. Use \`not counter.out-of-supply\` in \`needs\`
or in a list of modifiers.

## Opportunity fire

A squad that has not fired may shoot at an enemy that moves in its sight.

<!-- file: rules/opportunity/opportunity.rules -->
\`\`\`rules
ruleset opportunity "Opportunity fire"
  board hexes

kind side "Side"

kind squad "Squad"
  speed  1..6
  track  has-fired: yes or no, until end of turn

formula step (squad, from: place, to: place) -> 1..1 or none
  if any other: squad where other.at is to: result none
  result 1

window in-sight "An enemy moves in sight" (mover: squad, watcher: squad)

reaction snap-shot "Opportunity fire" (mover: squad, watcher: squad)
  at in-sight by watcher.side
  needs not watcher.has-fired "a squad that has not fired"
  needs watcher.at is not none and mover.at is not none "both on the map"
  needs distance(watcher, mover) <= 2 "a target within 2 hexes"
  worth 1
  set watcher.has-fired to yes
  if d6 >= 5: destroy mover

action move "Moves" (squad)
  needs squad.at is not none "a squad on the map"
  choose goal: place reached by step(squad) from squad within squad.speed by squad.side, worth 1 "where to"
  each spot: place along step(squad) from squad to goal
    set squad.at to spot
    each watcher: squad where watcher.side is not squad.side and not watcher.has-fired: open in-sight(squad, watcher)
    if squad is destroyed: stop

sequence turn "Turn"
  each squad: move(squad)

# A2 is within 2 hexes of A4: the first shot misses with 3, and there is no second one.
example "One shot at a squad that passes"
  map      field
  units    guns = riflemen of second
  given    squad = riflemen, squad.at = A1, guns.at = A4
  run      move
  choices  A3, yes
  dice     3
  expect   squad.at is A3, guns.has-fired

example "It waits for a better moment"
  map      field
  units    guns = riflemen of second
  given    squad = riflemen, squad.at = A1, guns.at = A4
  run      move
  choices  A3, no, yes
  dice     6
  expect   squad is destroyed, squad.at is A3
\`\`\`

<!-- file: units/opportunity/units.toml -->
\`\`\`toml
[squad.riflemen]
speed = 3
\`\`\`

<!-- file: units/opportunity/maps/field.toml -->
\`\`\`toml
layout = "pointy"
hexes = """
    . . . . .
   . . . . .
  . . . . .
"""

[legend]
"." = {}
\`\`\`

Add a line of sight to the \`needs\` of the reaction. For mandatory fire, write \`must at in-sight\`.

## Reaction to movement

Light troops may fall back when an enemy comes too near.

<!-- file: rules/evade/evade.rules -->
\`\`\`rules
ruleset evade "Reaction to movement"
  board hexes

kind side "Side"

kind horse "Horse"
  traits  light
  track   has-evaded: yes or no, until end of turn

window approached "An enemy comes near" (mover: horse, other: horse)

reaction fall-back "Evades" (mover: horse, other: horse)
  at approached by other.side
  needs other has light and not other.has-evaded "light horse that has not evaded"
  needs other.at is not none and mover.at is not none "both on the map"
  worth 1
  set other.has-evaded to yes
  choose spot: place within 1 of other or none where is-farther(mover, other, spot) by other.side, worth 1 "where to"
  if spot is not none: set other.at to spot

formula is-farther "Free, and farther from the mover" (mover: horse, other: horse, spot: place) -> yes or no
  if mover.at is none or other.at is none: result no
  if any third: horse where third.at is spot: result no
  result distance(mover, spot) > distance(mover, other)

action advance "Advances a hex" (horse)
  needs horse.at is not none "horse on the map"
  choose spot: place within 1 of horse where not any other: horse where other.at is spot by horse.side, worth 1 "where to"
  set horse.at to spot
  each other: horse where other.side is not horse.side and other.at is not none and distance(other, spot) <= 1: open approached(horse, other)

sequence turn "Turn"
  each horse: advance(horse)

# From A1 to A2, beside A3. A4 is two hexes from A2.
example "Cossacks give way"
  map      field
  units    cossacks = cossacks of second
  given    horse = cuirassiers, horse.at = A1, cossacks.at = A3
  run      advance
  choices  A2, yes, A4
  expect   horse.at is A2, cossacks.at is A4, cossacks.has-evaded

example "Heavy horse stays"
  map      field
  units    heavy = cuirassiers of second
  given    horse = cuirassiers, horse.at = A1, heavy.at = A3
  run      advance
  choices  A2
  expect   heavy.at is A3, not offered fall-back
\`\`\`

<!-- file: units/evade/units.toml -->
\`\`\`toml
[horse.cossacks]
traits = ["light"]

[horse.cuirassiers]
\`\`\`

<!-- file: units/evade/maps/field.toml -->
\`\`\`toml
layout = "pointy"
hexes = """
    . . . . .
   . . . . .
  . . . . .
"""

[legend]
"." = {}
\`\`\`

For a countercharge, write a second reaction, and name both in the window line: \`in order fall-back, countercharge\`.
\`: one of\` lets a player take only one of them.

## Charge move

A charge is declared first; a roll decides whether it reaches the target.

<!-- file: rules/charge/charge.rules -->
\`\`\`rules
ruleset charge "Charge moves"
  board inches

kind side "Side"

kind troop "Troop"
  pace   1..12 inches
  track  in-contact: yes or no

# Its pace and 2d6 inches. A charge that falls short goes half as far.
action charge "Charges" (troop, target: troop)
  needs troop.at is not none and target.at is not none "two troops on the table"
  needs target.side is not troop.side "an enemy"
  needs gap(troop, target) rounded up <= troop.pace + 12 inches "an enemy that it could reach"
  there = contact(troop, target)
  rolled = 2d6 * 1 inch + troop.pace
  if gap(troop, target) rounded up <= rolled:
    if there is not none: set troop.at to there
    set troop.in-contact to yes
    set target.in-contact to yes
    stop
  short = ahead(troop, bearing(troop, target), rolled / 2 rounded down)
  if short is not none: set troop.at to short

# Bases of 1 inch: 15 inches from middle to middle are a gap of 14. 6 and 8 on 2d6 reach it, and the bases touch.
example "Home"
  map     field
  given   troop = lancers, target = pikes, troop.at = (10, 12), target.at = (25, 12)
  run     charge
  dice    3, 5
  expect  troop.in-contact, troop.at is (24, 12)
  odds    troop.in-contact: 5/12

# 6 and 4 are 10, half of it 5.
example "Short"
  map     field
  given   troop = lancers, target = pikes, troop.at = (10, 12), target.at = (25, 12)
  run     charge
  dice    1, 3
  expect  not troop.in-contact, troop.at is (15, 12)

example "Too far to be tried"
  map     field
  given   troop = lancers, target = pikes, troop.at = (10, 12), target.at = (30, 12)
  run     charge
  expect  refused
\`\`\`

<!-- file: units/charge/units.toml -->
\`\`\`toml
[troop.lancers]
pace = 6
base = 1

[troop.pikes]
pace = 4
base = 1
\`\`\`

<!-- file: units/charge/maps/field.toml -->
\`\`\`toml
size = [48, 24]
\`\`\`

For rough ground, replace \`gap\` by \`cost(troop, there, march(troop))\`. To let the target shoot or flee, open a
\`window\` before the roll.

## Vehicles with facing

Vehicles drive forward and turn, and are weaker from behind.

<!-- file: rules/facing/facing.rules -->
\`\`\`rules
ruleset facing "Vehicles with facing"
  board hexes
  facings hexsides

kind side "Side"

kind tank "Tank"
  speed  1..9
  front  1..12 "Armour in front"
  rear   1..12 "Armour elsewhere"
  track  points: 0..9 "Movement left"

# A hex ahead or a turn of 60 degrees costs a point.
action drive "Drives" (tank)
  set tank.points to tank.speed
  repeat until tank.points = 0, at most 9 times
    one-step(tank)

action one-step "A point of movement" (tank)
  take 1 from tank.points
  if tank.at is none: stop
  next-hex = ahead(tank, tank.facing, 1)
  choose by tank.side "how"
    "forward" if next-hex is not none, worth 1: set tank.at to next-hex
    "left": set tank.facing to turned(tank.facing, -60)
    "right": set tank.facing to turned(tank.facing, 60)
    "stop": set tank.points to 0

formula armour "Armour that is hit" (target: tank, firer: tank) -> 1..12
  if target.at is none or firer.at is none: result target.front
  result target.front if in-arc(target, target.facing, 60, firer) otherwise target.rear

# 90 degrees is to the right; 60 more points down and to the right, at B4.
example "Two hexes and around a corner"
  map      field
  given    tank = cruiser, tank.at = A1, tank.facing = 90
  run      drive
  choices  "forward", "forward", "right", "forward"
  expect   tank.at is B4, tank.facing = 150

example "From behind"
  map     field
  given   target = cruiser, firer = cruiser, target.at = A3, target.facing = 90, firer.at = A1
  run     armour
  expect  armour = 3

example "From the front"
  map     field
  given   target = cruiser, firer = cruiser, target.at = A3, target.facing = 90, firer.at = A5
  run     armour
  expect  armour = 8
\`\`\`

<!-- file: units/facing/units.toml -->
\`\`\`toml
[tank.cruiser]
speed = 4
front = 8
rear = 3
\`\`\`

<!-- file: units/facing/maps/field.toml -->
\`\`\`toml
layout = "pointy"
hexes = """
    . . . . .
   . . . . .
  . . . . .
"""

[legend]
"." = {}
\`\`\`

Add a line \`"back"\` that costs two points. For a flank of its own, test a second arc with
\`turned(target.facing, 180)\`. With \`facings corners\` vehicles point at corners.

## Chit draw

Chits drawn from a cup decide who acts next, and one of them may end the turn early.

<!-- file: rules/chits/chits.rules -->
\`\`\`rules
ruleset chits "Chit draw"

kind side "Side"

kind chit "Chit"
  ends-turn  yes or no, default no
  track      drawn: yes or no, until end of turn

kind team "Team"
  track  moves: 0..9

action draw "Draws a chit" ()
  choose chit where not chit.drawn at random "chit"
  set chit.drawn to yes
  if chit.ends-turn: stop
  each team where team.side is chit.side: add 1 to team.moves

sequence turn "Turn"
  repeat until (any chit where chit.drawn and chit.ends-turn), at most 20 times
    draw()

# Red's chit comes out before the one that ends the turn: one half.
example "Red may not get its move"
  units   red-chit = activation of first, blue-chit = activation of second, last = tea-break of none
  units   red = riders of first, blue = riders of second
  run     turn
  dice    blue-chit, last
  expect  red.moves = 0, blue.moves = 1
  odds    red.moves = 1: 1/2
\`\`\`

<!-- file: units/chits/units.toml -->
\`\`\`toml
[chit.activation]

[chit.tea-break]
ends-turn = true

[team.riders]
\`\`\`

For several chits of a side, write \`count = 3\` in the scenario. For events in the cup, give chits a word and write
\`depending on chit.event\`.

## Card-driven turn

A side plays a card from its hand, for its points or for its event, and draws from a deck.

<!-- file: rules/cards/cards.rules -->
\`\`\`rules
ruleset cards "Card-driven turn"

kind side "Side"
  track  points: 0..30 "Operation points"
  track  supply: 0..9

kind card "Card"
  value  1..4
  event  convoy or raid
  deck   pack, 2 of each "The pack"

# An empty deck is reshuffled.
action draw-card "Draws a card" (side)
  draw card from pack for side
  if card is not none: stop
  reshuffle pack
  draw other from pack for side

action play-card "Plays a card" (side)
  choose card or none where card.pile is hand and card.side is side by side, worth card.value "which card"
  if card is none: stop
  play card
  choose by side "how"
    "for its points", worth card.value: add card.value to side.points
    "for its event", worth 2: happens(card, side)
  discard card

action happens "Event" (card, side)
  depending on card.event
    convoy: add 2 to side.supply
    raid:
      each foe: side where foe is not side: take 1 from foe.supply

sequence turn "Turn"
  each side
    draw-card(side)
    play-card(side)

example "For its points"
  units    road = good-road of first
  given    side = first
  run      play-card
  choices  road, "for its points"
  expect   first.points = 3, road.pile is discards

# One good road is in a hand; of the three cards in the deck, two are night raids.
example "Two of three"
  units   road = good-road of second
  given   side = first
  run     draw-card
  dice    night-raid
  expect  (number of card where card.pile is hand and card.side is first) = 1
  odds    (number of card where card.pile is hand and card.value = 2) = 1: 2/3

example "An empty deck is shuffled"
  units   one = night-raid of second, two = night-raid of none
  units   three = good-road of second, four = good-road of second
  given   side = first, two.pile = discards
  run     draw-card
  expect  two.pile is hand, two.side is first
\`\`\`

<!-- file: units/cards/units.toml -->
\`\`\`toml
[card.good-road]
value = 3
event = "convoy"

[card.night-raid]
value = 2
event = "raid"
\`\`\`

Each card is a unit of the unit file; give it the stats that your events read. For a number of copies that differs, write
\`copies of each\` and give the kind a stat \`copies\`. In \`sandtable play\`, a person sees only the hand of their own side.

## Hand with a limit

A side fills its hand, may exchange cards, and discards what is over the limit.

<!-- file: rules/hand/hand.rules -->
\`\`\`rules
ruleset hand "Hand with a limit"

kind side "Side"
  limit  1..9, default 3 "Hand limit"

kind card "Card"
  value  1..4
  deck   pack, 3 of each

formula n-held "Cards in hand" (side) -> 0..9
  result (number of card where card.pile is hand and card.side is side) limited to 0..9

action fill "Fills the hand" (side)
  repeat the higher of 0 and (side.limit - n-held(side)) times
    draw card from pack for side

action exchange "Exchanges a card" (side)
  choose card or none where card.pile is hand and card.side is side by side, worth 3 - card.value "card to exchange"
  if card is none: stop
  put card on bottom
  draw other from pack for side

action trim "Discards to the limit" (side)
  repeat the higher of 0 and (n-held(side) - side.limit) times
    choose card or none where card.pile is hand and card.side is side by side, worth 5 - card.value "card to discard"
    if card is not none: discard card

example "Three cards"
  units   mine = ace of first
  given   side = first
  run     fill
  dice    deuce, ace
  expect  n-held(first) = 3

# Five cards are above the card that is put below: two aces and three deuces.
example "A better card"
  units    mine = ace of first
  given    side = first
  run      exchange
  choices  mine
  dice     deuce
  expect   mine.pile is deck
  odds     (number of card where card.pile is hand and card.value = 2) = 1: 3/5

example "One too many"
  units    one = ace of first, two = ace of first, three = deuce of first, four = deuce of first
  given    side = first
  run      trim
  choices  one
  expect   one.pile is discards, n-held(first) = 3
\`\`\`

<!-- file: units/hand/units.toml -->
\`\`\`toml
[card.ace]
value = 1

[card.deuce]
value = 2
\`\`\`

To look before you keep, write \`look at 3 of pack by side\` and \`give\` the chosen card; see
[Cards](language.md#cards).

## Bidding for initiative

Sides bid points; the higher bid is paid and goes first.

<!-- file: rules/bidding/bidding.rules -->
\`\`\`rules
ruleset bidding "Bidding for initiative"

kind side "Side"
  track  points: 0..20, starts 10 "Command points"
  track  bid: 0..20
  track  place: 0..9

action make-bid "Bids" (side)
  choose n from 0 to (side.points limited to 0..20) by side, worth 0 - n "how many points"
  set side.bid to n

sequence turn "Turn"
  phase bids "Bids"
    each side: make-bid(side)
    rank side by side.bid, highest first, ties d6, into side.place
    each side where side.place = 1: take side.bid from side.points
  phase orders "Orders"
    each side in order of side.place, lowest first: give-orders(side)

action give-orders "Gives orders" (side)
  if side.points > 0: take 1 from side.points

# 4 are paid for the bid and 1 for the orders; the other pays for orders only.
example "The higher bid pays"
  run      turn
  choices  2, 4
  expect   second.place = 1, second.points = 5, first.points = 9

example "A tie is rolled off"
  run      turn
  choices  3, 3
  dice     2, 5
  expect   second.place = 1, first.points = 9, second.points = 6
\`\`\`

If all sides pay, drop the \`where\`. The program asks for the bids one after the other; at the table they are secret.
With \`ties shared\` equal bidders have the same place.

## Reinforcements by turn

Units enter play in the turn printed on them, unless a roll delays them.

<!-- file: rules/reinforcements/reinforcements.rules -->
\`\`\`rules
ruleset reinforcements "Reinforcements"

kind game "Game"
  track  turn: 0..12

kind column "Column"
  due    1..12 "Turn of arrival"
  track  here: yes or no "Has arrived"

# From its turn on it arrives, on 3 or more.
action arrive "May arrive" (column)
  if d6 >= 3: set column.here to yes

sequence arrivals "Arrivals"
  add 1 to game.turn
  each column where not column.here and column.due <= game.turn: arrive(column)

example "In its turn"
  units   second-corps = corps
  given   game.turn = 3
  run     arrivals
  dice    3
  expect  second-corps.here

example "Not before"
  units   second-corps = corps
  given   game.turn = 2
  run     arrivals
  expect  not second-corps.here

# Due in turn 4 and delayed, it arrives in turn 5 with 3 or more.
example "A turn late"
  units   second-corps = corps
  given   game.turn = 4
  run     arrivals
  odds    second-corps.here: 2/3
\`\`\`

<!-- file: units/reinforcements/units.toml -->
\`\`\`toml
[column.corps]
due = 4
\`\`\`

On a map, a waiting column has no place; let \`arrive\` choose one: \`choose spot: place where spot has edge by column.side\`.
\`create\` makes units that the scenario does not name.

## Weather

The weather can change each turn, with effects on movement and fire.

<!-- file: rules/weather/weather.rules -->
\`\`\`rules
ruleset weather "Weather"

scale sky "Weather": storm < rain < clouds < sun

kind game "Game"
  track  sky: sky, starts clouds "Weather"

kind column "Column"
  pace  1..12 hexes "Pace"

# Low rolls make it worse, high rolls better, in steps.
action weather-roll "Weather roll"
  depending on 2d6
    2:           set game.sky to game.sky lowered by 2
    3, 4, 5:     set game.sky to game.sky lowered by 1
    6, 7, 8, 9:  stop
    10, 11, 12:  set game.sky to game.sky raised by 1

table pace-lost "Hexes lost" (sky) -> 0..12 hexes
  sky     | hexes
  storm   | 3
  rain    | 1
  clouds+ | 0

formula pace "Pace in this weather" (column) -> 0..12 hexes
  result column.pace - pace-lost(game.sky) limited to 0..12

example "Rain sets in"
  given   game.sky = clouds
  run     weather-roll
  dice    1, 3
  expect  game.sky is rain

# 10, 11 or 12: 6 of 36.
example "How often it clears up"
  given   game.sky = rain
  run     weather-roll
  odds    game.sky is clouds: 1/6

example "A column in a storm"
  given   column = wagons, game.sky = storm
  run     pace
  expect  pace = 1
\`\`\`

<!-- file: units/weather/units.toml -->
\`\`\`toml
[column.wagons]
pace = 4
\`\`\`

Give each season its own table: a second key, \`(season, sky)\`. For weather that lasts only one turn, write
\`track sky: sky, until end of turn\`.

## Area control

The side with more strength in an area controls it; a tie changes nothing. Armies move from an area to one that is linked to it.

<!-- file: rules/areas/areas.rules -->
\`\`\`rules
ruleset areas "Area control"
  board areas

kind side "Side"

kind area "Area"
  value  0..5, default 0

# Lies in an area and says who holds it.
kind flag "Flag"
  track  holder: side or none "Held by"

kind army "Army"
  strength  1..9

formula strength-in "Strength in an area" (side, spot: place) -> 0..99
  result total of army.strength for each army where army.side is side and army.at is spot

formula strongest "Who is stronger than all others" (spot: place) -> side or none
  result first side where not any other: side where other is not side and strength-in(other, spot) >= strength-in(side, spot)

formula gain "Worth of an area to take" (army, spot: place) -> 0..5
  if any flag where flag.at is spot and flag.holder is not army.side: result spot.value
  result 0

action march "Marches" (army)
  needs army.at is not none "an army on the map"
  choose goal: place within 1 of army or none by army.side, worth gain(army, goal) "where to"
  if goal is not none: set army.at to goal

action contest "Who holds it" (flag)
  here = flag.at
  if here is none: stop
  winner-here = strongest(here)
  if winner-here is not none: set flag.holder to winner-here

sequence turn "Turn"
  phase marches "Marches"
    each army where army.at is not none: march(army)
  phase control "Control"
    each flag: contest(flag)

# 3 and 2 against 4.
example "Two armies outweigh one"
  map     field
  units   one = corps of first, two = brigade of first, foe = guard of second
  given   flag = flag, flag.at = harbour, one.at = harbour, two.at = harbour, foe.at = harbour
  run     contest
  expect  flag.holder is first

example "A tie changes nothing"
  map     field
  units   one = corps of first, foe = corps of second
  given   flag = flag, flag.at = harbour, one.at = harbour, foe.at = harbour
  run     contest
  expect  flag.holder is none

example "To the next area"
  map      field
  given    army = corps, army.at = gate
  run      march
  choices  market
  expect   army.at is market
\`\`\`

<!-- file: units/areas/units.toml -->
\`\`\`toml
[army.corps]
name = "Corps"
strength = 3

[army.brigade]
name = "Brigade"
strength = 2

[army.guard]
name = "Guard"
strength = 4

[flag.flag]
name = "Flag"
\`\`\`

<!-- file: units/areas/maps/field.toml -->
\`\`\`toml
[area.harbour]
value = 3

[area.market]
value = 2

[area.gate]

[[link]]
between = ["harbour", "market", "gate"]
\`\`\`

For sides that hold an area only while they are in it, use \`strongest\` in place of the flag.

## Point-to-point movement

Roads, rivers and railways join towns. A march pays for each link; a train moves as far as the rails, but not past an
enemy.

<!-- file: rules/roads/roads.rules -->
\`\`\`rules
ruleset roads "Point-to-point movement"
  board areas

kind side "Side"

kind link "Link"
  traits  road, river, rail

kind corps "Corps"
  moves  1..6

# A road costs 1, a track 2; to cross a river costs 2 more.
formula march "By road" (corps, from: place, to: place) -> 1..4
  result (1 if link(from, to) has road otherwise 2) + (2 if link(from, to) has river otherwise 0)

formula ride "By rail" (corps, from: place, to: place) -> 0..1 or none
  if not link(from, to) has rail: result none
  if any foe: corps where foe.side is not corps.side and foe.at is to: result none
  result 1

action move "Marches" (corps)
  needs corps.at is not none "a corps on the map"
  choose goal: place reached by march(corps) from corps within corps.moves by corps.side, worth distance(goal, corps) / 1 area rounded down "where to"
  set corps.at to goal

action entrain "Goes by rail" (corps)
  needs corps.at is not none "a corps on the map"
  choose goal: place reached by ride(corps) from corps within 20 or none by corps.side, worth distance(goal, corps) / 1 area rounded down "where to"
  if goal is not none: set corps.at to goal

# A road is 1, the river 2 more.
example "Over the river"
  map     field
  given   corps = foot, corps.at = west, from = ost, to = nord
  run     march
  expect  march = 3

# 4 points: 1 to Ost, 3 to Nord.
example "As far as it goes"
  map      field
  given    corps = foot, corps.at = west
  run      move
  choices  nord
  expect   corps.at is nord

example "By rail to the end of the line"
  map      field
  given    corps = foot, corps.at = west
  run      entrain
  choices  kap
  expect   corps.at is kap

example "Not past an enemy"
  map      field
  units    foe = foot of second
  given    corps = foot, corps.at = west, foe.at = sund
  run      entrain
  choices  none
  expect   corps.at is west
\`\`\`

<!-- file: units/roads/units.toml -->
\`\`\`toml
[corps.foot]
name = "Foot"
moves = 4
\`\`\`

<!-- file: units/roads/maps/field.toml -->
\`\`\`toml
[area.west]
[area.ost]
[area.nord]
[area.sund]
[area.kap]

[[link]]
between = ["west", "ost"]
traits = ["road"]

[[link]]
between = ["ost", "nord"]
traits = ["road", "river"]

[[link]]
between = ["west", "sund", "kap"]
traits = ["rail"]
\`\`\`

A ferry that takes the whole move costs \`corps.moves\`, and \`none\` where the corps has already moved:
\`if corps.at is not from: result none\`. For a river that boats use downstream only, give the areas a number along the river
and let the formula compare them.

## Victory points

Sides score for the objectives they hold and the units they destroy; the higher score wins after the last turn.

<!-- file: rules/victory/victory.rules -->
\`\`\`rules
ruleset victory "Victory points"

kind side "Side"
  track  points: 0..99 "Victory points"

kind game "Game"
  turns  1..20, default 3 "Turns"
  track  turn: 0..20

kind town "Town"
  value  1..5 "Points each turn"
  track  holder: side or none "Held by"

kind tank "Tank"
  worth-points  1..9 "Points when destroyed"

action take-town "Takes a town" (tank, town)
  needs town.holder is not tank.side "a town that is not its own"
  set town.holder to tank.side

action knock-out "Is knocked out" (tank)
  destroy tank
  each side where side is not tank.side: add tank.worth-points to side.points

action score "Points for towns" ()
  each side: add (total of town.value for each town where town.holder is side) to side.points

formula leader "Side in the lead" () -> side or none
  best = highest of side.points for each side
  if best is none: result none
  if (number of side where side.points = best) > 1: result none
  result first side where side.points = best

sequence campaign "Game"
  repeat until game.turn = game.turns, at most 20 times
    add 1 to game.turn
    score()
  end game won by leader()

# Two turns of 3 and 1 for the first side; the second has 2 * 2 and 5 already.
example "Towns against a tank"
  units   mill = mill of none, port = port of none, farm = farm of none
  given   game.turns = 2, second.points = 5, mill.holder = first, farm.holder = first, port.holder = second
  run     campaign
  expect  first.points = 8, second.points = 9, winner is second

example "A destroyed tank pays"
  given   tank = cruiser
  run     knock-out
  expect  second.points = 4

example "A town changes hands"
  given   tank = cruiser, town = mill, town.holder = second
  run     take-town
  expect  town.holder is first

example "Equal points are a draw"
  given   first.points = 4, second.points = 4
  run     leader
  expect  leader is none
\`\`\`

<!-- file: units/victory/units.toml -->
\`\`\`toml
[town.mill]
value = 3

[town.port]
value = 2

[town.farm]
value = 1

[tank.cruiser]
worth-points = 4
\`\`\`

To score only at the end, move \`score()\` below the loop. For an immediate win, add \`trigger enough (side)\` with
\`when side.points reaches 20: end game won by side\`.

## Solo event table

The game itself acts: once a turn, a roll on a table decides the enemy's action.

<!-- file: rules/solo/solo.rules -->
\`\`\`rules
ruleset solo "Solo event table"

kind game "Game"
  track  turn: 0..8
  track  alarm: 0..9 "Alarm"
  track  patrols: 0..6 "Patrols on the table"

table event "Event" (shown: 0..15) -> nothing-happens or patrol or search or storm
  shown | what
  0-5   | nothing-happens
  6-8   | patrol
  9-11  | search
  12+   | storm

# The higher the alarm, the worse it gets.
action draw-event "Enemy event" ()
  depending on event(2d6 + game.alarm - 3 limited to 0..15)
    nothing-happens:  stop
    patrol:           add 1 to game.patrols
    search:           add 1 to game.alarm
    storm:
      add 2 to game.patrols
      add 1 to game.alarm

sequence raid "Raid"
  repeat until game.turn = 6, at most 6 times
    add 1 to game.turn
    draw-event()

# 5 + 6 + 2 - 3 = 10.
example "The alarm rises"
  given   game.alarm = 2
  run     draw-event
  dice    5, 6
  expect  game.alarm = 3, game.patrols = 0

# 2d6 - 3 of at least 6 and at most 8: 9, 10 or 11, 4 + 3 + 2 of 36.
example "A patrol at no alarm"
  run     draw-event
  odds    game.patrols = 1: 1/4
\`\`\`

Put the events of your setting into the table and its lines below \`depending on\`. For a deck of events without
repeats, use the pattern [card-driven turn](#card-driven-turn).

## Campaign chain

The forces left after one battle start the next one.

<!-- file: rules/campaign/campaign.rules -->
\`\`\`rules
ruleset campaign "Campaign"

kind game "Campaign"
  track  battle: 0..3 "Battle"

kind warband "Warband"
  track  strength: 0..12, starts 6
  track  renown: 0..9

# Both roll their strength and renown with a die; the loser loses 2, the winner 1 and gains renown.
action battle "Battle" (one: warband, other: warband)
  ours = d6 + one.strength + one.renown
  theirs = d6 + other.strength + other.renown
  if ours >= theirs:
    settle(one, other)
  else:
    settle(other, one)

action settle "After the battle" (victor: warband, loser: warband)
  take 1 from victor.strength
  add 1 to victor.renown
  take 2 from loser.strength

action refit "Between battles" (warband)
  if warband.strength < 6: add 1 to warband.strength

sequence season "A season"
  repeat until game.battle = 3, at most 3 times
    add 1 to game.battle
    home = first warband
    away = first other: warband where other is not home
    if home is none or away is none: stop
    battle(home, away)
    each warband: refit(warband)
  end game

# 6 + 4 against 6 + 1; then 6 + 1 + 3 against 5 + 6; then 5 + 1 + 1 against 5 + 1 + 5.
example "A season of three battles"
  units   wolves = band of first, bears = band of second
  run     season
  dice    4, 1, 3, 6, 1, 5
  expect  wolves.renown = 1, wolves.strength = 4, bears.renown = 2, bears.strength = 5, ended

# Of 36 pairs of dice 6 are ties, which the first wins, and 15 more.
example "The first battle"
  given   one = band, other = band
  run     battle
  odds    one.renown = 1: 7/12
\`\`\`

<!-- file: units/campaign/units.toml -->
\`\`\`toml
[warband.band]
\`\`\`

If battles differ, give each its own sequence and choose with \`depending on game.battle\`. To end early, add
\`or (any warband where warband.strength = 0)\` to the \`until\`.

## All of them

With every pattern in its files, \`check\` has no findings and all examples pass:

\`\`\`sh
sandtable check
\`\`\`

\`\`\`text
no findings in 72 files
18 notes, shown by \`--notes\`
\`\`\`

\`\`\`sh
sandtable test
\`\`\`

\`\`\`text
areas: 3 examples passed
bidding: 2 examples passed
campaign: 2 examples passed
cards: 3 examples passed
charge: 3 examples passed
chits: 1 example passed
duel: 1 example passed
evade: 2 examples passed
exploding: 2 examples passed
facing: 3 examples passed
hand: 3 examples passed
hidden: 4 examples passed
leaders: 4 examples passed
locations: 2 examples passed
losses: 3 examples passed
morale: 3 examples passed
opportunity: 2 examples passed
opposed: 2 examples passed
pool: 2 examples passed
radius: 2 examples passed
ratio: 2 examples passed
reinforcements: 3 examples passed
retreat: 2 examples passed
roads: 4 examples passed
scatter: 2 examples passed
simultaneous: 1 example passed
solo: 2 examples passed
stacking: 2 examples passed
supply: 2 examples passed
victory: 4 examples passed
weather: 3 examples passed
zones: 3 examples passed
\`\`\`
`},{name:"units",text:`# Unit files

Units are written in TOML files. The unit files of the ruleset \`rules/my-game\` are \`units/my-game/*.toml\`. (If the rules
are in a folder of another name, put a folder \`units\` into it.) All files of the folder are read; divide the units
between them as you like.

The rule files declare the stats of a unit in its [kind](language.md#kind). The rules on this page:

\`\`\`rules
ruleset example-game "An example game"

scale weight "Weight class": VL < L < M < H < VH

kind gun "Gun"
  weight  weight
  shots   1..3, default 1
  traits  steady, rapid

kind vehicle "Vehicle"
  armour   weight
  speed    0..24 inches
  motive   wheels or tracks
  amphibious  yes or no, default no
  crew     1..10, optional
  main-gun gun, optional
  guns     list of gun
  traits   low, open-topped
  track    hits: 0..4

formula strength (unit: vehicle) = unit.speed / 1 inch rounded down + 3 * unit.hits

action hit (unit: vehicle)
  add 1 to unit.hits
formula weight-of (gun: gun) -> weight = gun.weight
\`\`\`

## A unit

\`\`\`toml
[gun.long-75]
name = "Long 75"
weight = "M"
traits = ["steady"]

[vehicle.panther]
name = "Panther"
note = "The early one, without side skirts."
armour = "H"
speed = 12
motive = "tracks"
crew = 5
guns = ["long-75"]
\`\`\`

The line in brackets has the kind and the *id*. Rules, examples and the command line name the unit by its id:
\`firer=panther\`. An id has letters, digits and hyphens. No two units of a ruleset can have the same id, even in
different files or of different kinds.

\`name\` is the title that players see; without it they see the id. \`note\` is for you: no rule reads it.

Each other line is a stat, in any order. A comment starts with \`#\`.

\`\`\`toml,mistake
[vehicel.tiger]
name = "Tiger"
\`\`\`

\`\`\`text
E0406 unknown-kind

  × the rules know no kind \`vehicel\`
   ╭─[more.toml:1:2]
 1 │ [vehicel.tiger]
   ·  ───────
 2 │ name = "Tiger"
   ╰────
  help: did you mean \`vehicle\`? kinds of this ruleset: gun, vehicle
\`\`\`

## Stats

| Type in the kind | In the unit file |
| --- | --- |
| \`0..12\`, \`0..24 inches\`, \`hexes\` | \`speed = 12\`: a whole number, without quotes and without the measure |
| a scale, words, a die | \`armour = "H"\`, \`motive = "tracks"\`: in quotes |
| \`yes or no\` | \`amphibious = true\` or \`false\`, without quotes |
| another kind | \`main-gun = "long-75"\`: the id of a unit |
| \`list of\` a kind | \`guns = ["long-75", "long-75"]\`; \`guns = []\` if there are none |

You can omit a stat with a \`default\`, and an \`optional\` stat, which is then \`none\`. Every other stat is required.

Unit files have no tracks and no formulas. Tracks have the same start for every unit and change during play; formulas
are calculated by the rules.

\`\`\`toml,mistake
[vehicle.tiger]
armour = "HH"
speed = "10"
motive = "tracks"
guns = []
hits = 1
\`\`\`

\`\`\`text
E0403 wrong-value

  × \`HH\` is not one of VL, L, M, H, VH
   ╭─[more.toml:2:10]
 1 │ [vehicle.tiger]
 2 │ armour = "HH"
   ·          ────
 3 │ speed = "10"
   ╰────
  ☞ and in another file:
    ╭─[game.rules:11:3]
 10 │ kind vehicle "Vehicle"
 11 │   armour   weight
    ·   ───┬──
    ·      ╰── declared here
 12 │   speed    0..24 inches
    ╰────
  help: did you mean \`H\`?

E0403 wrong-value

  × \`speed\` is a number of inches
   ╭─[more.toml:3:9]
 2 │ armour = "HH"
 3 │ speed = "10"
   ·         ──┬─
   ·           ╰── this is a word
 4 │ motive = "tracks"
   ╰────
  ☞ and in another file:
    ╭─[game.rules:12:3]
 11 │   armour   weight
 12 │   speed    0..24 inches
    ·   ──┬──
    ·     ╰── declared here
 13 │   motive   wheels or tracks
    ╰────
  help: write it like \`speed = 0\`

E0401 unknown-key

  × \`hits\` is a track, which a unit file cannot set
   ╭─[more.toml:6:1]
 5 │ guns = []
 6 │ hits = 1
   · ────
   ╰────
  help: declare its start in its kind: \`starts 2\`; rules change it during play
\`\`\`

A missing stat is shown with its declaration in the kind:

\`\`\`toml,mistake
[vehicle.tiger]
armour = "H"
motive = "tracks"
guns = []
\`\`\`

\`\`\`text
E0402 missing-stat

  × tiger has no \`speed\`
   ╭─[more.toml:1:10]
 1 │ [vehicle.tiger]
   ·          ──┬──
   ·            ╰── required for every vehicle
 2 │ armour = "H"
   ╰────
  ☞ and in another file:
    ╭─[game.rules:12:3]
 11 │   armour   weight
 12 │   speed    0..24 inches
    ·   ──┬──
    ·     ╰── 0 to 24 inches
 13 │   motive   wheels or tracks
    ╰────
  help: add a line like \`speed = 0\`
\`\`\`

## Traits

\`traits\` lists the traits of this unit. The kind declares them: \`traits  low, open-topped\`. The unit has only the listed
traits. Rules check a trait with \`has\`: \`if target has low\`.

\`\`\`toml
[vehicle.hetzer]
name = "Hetzer"
armour = "M"
speed = 10
motive = "tracks"
amphibious = false
guns = ["long-75"]
traits = ["low"]
\`\`\`

\`\`\`toml,mistake
[vehicle.wespe]
armour = "L"
speed = 10
motive = "tracks"
guns = []
traits = ["open-toped"]
\`\`\`

\`\`\`text
E0401 unknown-key

  × a vehicle has no trait \`open-toped\`
   ╭─[more.toml:6:11]
 5 │ guns = []
 6 │ traits = ["open-toped"]
   ·           ────────────
   ╰────
  help: did you mean \`open-topped\`? its traits are low, open-topped
\`\`\`

## Parts

A part is a unit of its own: a gun of a vehicle, a weapon of a squad. Several units can name the same part by its id.
Each unit then has its own copy, with separate ammunition, for example. You can also write a part in braces, with its
stats and traits, on one line. It then has no id and no name.

\`\`\`toml
[vehicle.char]
name = "Char"
armour = "M"
speed = 8
motive = "tracks"
main-gun = { weight = "L" }
guns = ["long-75", { weight = "L", shots = 2, traits = ["rapid"] }]
\`\`\`

A rule takes a part with \`gun: gun of firer\`. By default it is the first in the list, so put the main weapon first.
Choose another part by its id: \`firer=panther gun=long-75\`.

\`\`\`toml,mistake
[vehicle.tiger]
armour = "H"
speed = 10
motive = "tracks"
guns = ["long-88"]
\`\`\`

\`\`\`text
E0408 unknown-unit

  × there is no gun \`long-88\`
   ╭─[more.toml:5:9]
 4 │ motive = "tracks"
 5 │ guns = ["long-88"]
   ·         ─────────
   ╰────
  help: did you mean \`long-75\`? give each part a heading of its own in a unit
        file, or write it in braces
\`\`\`

\`\`\`toml,mistake
[vehicle.tiger]
armour = "H"
speed = 10
motive = "tracks"
guns = "long-75"
\`\`\`

\`\`\`text
E0403 wrong-value

  × \`guns\` is a list of gun
   ╭─[more.toml:5:8]
 4 │ motive = "tracks"
 5 │ guns = "long-75"
   ·        ────┬────
   ·            ╰── this is a word
   ╰────
  ☞ and in another file:
    ╭─[game.rules:17:3]
 16 │   main-gun gun, optional
 17 │   guns     list of gun
    ·   ──┬─
    ·     ╰── declared here
 18 │   traits   low, open-topped
    ╰────
  help: write it like \`guns = ["…"]\`
\`\`\`

## Files

TOML is strict about three things: put words in quotes, put lists in square brackets with commas, and write no key twice
in a unit. Save the file as UTF-8 text.

\`\`\`toml,mistake
[vehicle.tiger]
armour = H
speed = 10
\`\`\`

\`\`\`text
E0407 unit-file-syntax

  × \`H\` needs quotes
   ╭─[more.toml:2:10]
 1 │ [vehicle.tiger]
 2 │ armour = H
   ·          ┬
   ·          ╰── a text without quotes
 3 │ speed = 10
   ╰────
  help: write \`"H"\`
\`\`\`

To see your units as the rules see them, run \`sandtable list my-game units\`. An example that uses them:

\`\`\`rules
example "The Panther has a medium gun"
  given   gun = long-75
  run     weight-of
  expect  weight-of is M

example "A panther with two hits"
  given   unit = panther, unit.hits = 2
  run     strength
  expect  strength = 18
\`\`\`
`},{name:"maps",text:`# Maps

A *map* is the board of a game: hexes, squares, areas, or an open table in inches. It is a TOML file \`units/my-game/maps/NAME.toml\`,
which scenarios name with \`map = "NAME"\`, or the part \`[map]\` of a scenario, with the same keys below \`[map]\`,
\`[map.legend]\`, \`[map.hex.C2]\`, \`[[map.side]]\`, \`[map.area.mill]\`, \`[[map.link]]\` and \`[map.unit.wood-1]\`. \`sandtable check my-game\` checks all map files
of a ruleset.

## Hexes

\`\`\`toml
name = "The ridge"
layout = "pointy"
hexes = """
    . . w w
   . h h .
  . . . . ~
"""

[legend]
"." = { name = "Open" }
w = { name = "Woods", terrain = "woods" }
h = { name = "Hill", level = 2, traits = ["steep"] }
"~" = { name = "Marsh", terrain = "marsh" }

[hex.B3]
level = 3

[[side]]
between = [["B2", "B3"], ["A3", "B3"]]
traits = ["wall"]

[unit.bunker]
is = "bunker"
at = "C3"
facing = 30
\`\`\`

\`hexes\` draws the map, one symbol for each hex. Put one space between two hexes of a line, and shift each line by one
column against the line above, so that the drawing has the shape of the map. For a missing hex, leave three spaces. A
map can have any outline and any gaps, and at most 10,000 hexes.

| \`layout\` | | a hex is adjacent to | hexsides point to |
| --- | --- | --- | --- |
| \`"pointy"\` | a corner on top, rows are straight | the two in its line, two above, two below | 30, 90, 150, 210, 270, 330 degrees |
| \`"flat"\` | a side on top, columns are straight | two in the line above, two in the line below, and those two lines above and below | 0, 60, 120, 180, 240, 300 degrees |

With flat tops, the hexes of every second column are in every second line:

\`\`\`toml
layout = "flat"
hexes = """
 . . .
. . . .
 . . .
. . . .
"""

[legend]
"." = {}
\`\`\`

A hex is named by its line, \`A\` at the top (then \`AA\`, \`AB\`, …), and its place in that line from 1, from the left: \`C4\`.

\`[legend]\` gives the stats of the hexes for every symbol, in braces, \`{}\` for none; \`name\` is for players. \`[hex.B3]\`
gives differences for a single hex. \`[[side]]\` describes the sides between hexes: \`between\` names two adjacent hexes, or
is a list of such pairs.

## Squares

\`\`\`toml
name = "The yard"
squares = """
  . . # .
  .   # .
  ~ .   .
  . . . .
"""

[legend]
"." = { name = "Floor" }
"#" = { name = "Crates", traits = ["crates"] }
"~" = { name = "Water", traits = ["water"] }

[square.D4]
level = 1

[[side]]
between = [["A1", "A2"], ["C2", "D2"]]
traits = ["wall"]
\`\`\`

\`squares\` draws the map, with one space between two squares of a line, and three spaces for a missing square. A square
is called by its line, \`A\` on top, and its column from 1: \`C4\`. Holes do not change the numbers.

\`[legend]\`, \`[square.D4]\` and \`[[side]]\` are as for hexes. Squares that touch at a corner are adjacent only if the rules say
\`board squares with diagonals\`; then \`between = ["A1", "B2"]\` says what is at that corner.

## Areas

Areas are provinces, towns on a road, rooms, zones of space: whatever has a name and is linked to others.

\`\`\`toml
name = "The two valleys"

[area.mill]
name = "The mill"
traits = ["town"]
position = [0, 2]
links = ["ford", "ridge"]

[area.ford]
position = [3, 2]
links = ["mill", "ridge"]

[area.ridge]
name = "High Ridge"
level = 2
links = ["mill", "ford"]

[area.isle]

[[link]]
between = [["mill", "ford"]]
traits = ["river"]

[[link]]
between = [["ridge", "isle"]]
name = "Ferry"
traits = ["sea"]

[unit.fort]
is = "fort"
at = "ridge"
\`\`\`

Each area has a heading with its name: letters, digits and hyphens. Rules, examples and scenarios call it by that name; \`name\` is its
title for players.

| Below \`[area.mill]\` | |
| --- | --- |
| \`links = ["ford", "ridge"]\` | the areas that are linked to it, all of them. A link goes both ways: write it in the lists of both areas, or leave one area without \`links\`. A list that lacks one is a finding (E0428) |
| \`position = [3, 2]\` | its place in drawings: the distances to the right and up, in any unit. Areas without it are placed by their links |
| other keys | the stats and traits of \`kind area\` in the rules |

| Below \`[[link]]\` | |
| --- | --- |
| \`between = ["mill", "ford"]\` | the two areas. More than two are a road: each is linked to the next. Put several lists in brackets of their own |
| \`name = "Ferry"\` | its title, in pictures |
| other keys | the stats and traits of \`kind link\` in the rules: \`traits = ["river", "rail"]\` |

A link of \`[[link]]\` need not be in any list of \`links\`. Two areas have one link at most; a road and a railway between the same areas are
two traits of it. A map has 1,000 areas at most. Parts of the map that no link joins are a note (E0670).

For a link with only one direction, give \`none\` for the other direction in the formula for the cost of a step.

## A table

\`\`\`toml
name = "The crossroads"
size = [72, 48]
grid = 0.5

[unit.wood-1]
is = "thick-trees"
shape = [[10, 10], [22, 10], [22, 18], [10, 18]]

[unit.tank]
is = "tank"
at = [12.5, 8]
facing = 90
base = 1.5

[unit.crate]
is = "crate"
at = [30, 30]
shape = [[-1, -0.5], [1, -0.5], [1, 0.5], [-1, 0.5]]
\`\`\`

\`size\` is the width and height in inches, at most 400 each; (0, 0) is the lower left corner, across comes first, then
up. Decisions about places choose from the points of the \`grid\`, by default every inch. Lengths have at most two
decimals.

## Pieces

Pieces of a map or a scenario have these keys for their position:

| | |
| --- | --- |
| \`at = "C4"\`, \`at = "mill"\`, \`at = [12.5, 8]\` | the place; without it the piece is not on the map, except for a \`shape\` |
| \`facing = 90\` | the direction, in degrees clockwise from up the map; not on areas |
| \`base = 1.5\` | on a table: the diameter of its round base in inches |
| \`shape = [[10, 10], …]\` | on a table: the corners of any other outline, in order around it, at least three; edges must not cross |

A \`shape\` without \`at\` is drawn on the table, with the piece in its middle; with an \`at\`, its corners are measured from
there. You can also write \`base\` and \`shape\` in a unit file, for all its units.
`},{name:"boards",text:`# Rules on a board

A ruleset declares its board below its \`ruleset\` line: \`board hexes\`, \`board squares\`, \`board squares with diagonals\`,
\`board areas\` or \`board inches\`. The map itself is data, see [maps.md](maps.md). This page begins with hexes;
[squares](#squares) and [areas](#areas) are much the same. Visibility, movement costs and arcs differ between books, so the rules define them from
measurements. The rules on this page:

<!-- file: rules/patrols/patrols.rules -->
\`\`\`rules
ruleset patrols "Patrols"
  board hexes
  stands may-stand
  facings hexsides

kind side "Side"

kind game "The game"
  track  turn: 0..9

kind hex "Hex"
  level   0..5, default 0
  traits  woods, water

kind hexside "Hexside"
  traits  river, wall

kind car "Armoured car"
  speed  1..9

formula may-stand (unit: car) -> yes or no = not unit.at has water

# What a step to the next hex costs; none where it cannot go.
formula drive (unit: car, from: place, to: place) -> 1..9 or none [4.1]
  if to has water or hexside(from, to) has wall: result none
  if any other: car where other.at is to: result none
  if hexside(from, to) has river: result 4
  result 2 if to has woods or to.level > from.level otherwise 1

fact range "Range" (firer: car, target: car): 0..40 hexes
  in play = distance(firer, target)

# Blocked where every hex of the line is: of a line along a hexside, both.
formula hides (spot: place, firer: car, target: car) -> yes or no [5.2]
  other = twin(spot, firer, target)
  if other is none: result spot has woods
  result spot has woods and other has woods

fact line-of-sight "Line of sight" (firer: car, target: car): yes or no, default yes
  in play = not any spot: place between firer and target where hides(spot, firer, target) [5.1]

fact aspect "Side that is hit" (target: car, firer: car): front or flank or rear, default front
  in play = side-hit(target, firer)

formula side-hit (target: car, firer: car) -> front or flank or rear [5.3]
  if in-arc(target, target.facing, 60, firer): result front
  if in-arc(target, turned(target.facing, 180), 60, firer): result rear
  result flank

window passing "A car drives by" (car)

reaction opportunity "Opportunity fire" (mover: car) [6]
  must at passing
  needs any foe: car where foe.side is not mover.side and distance(foe, mover) = 1 "a foe beside the way"
  if d6 = 6: destroy mover

action move "Move" (car) [4]
  choose goal: place reached by drive(car) from car within car.speed by car.side, worth 40 - away(car, goal) "where to"
  each spot: place along drive(car) from car to goal
    set car.facing to bearing(car, spot)
    set car.at to spot
    open passing(car)
    if car is destroyed: stop

formula away "How far the nearest foe is" (car, spot: place) -> 0..40
  near = lowest of distance(spot, foe) for each foe: car where foe.side is not car.side
  if near is none: result 0
  result near / 1 hex rounded down

action fire "Fire" (firer: car, target: car) [5]
  needs range <= 3 hexes "a target within 3 hexes"
  needs line-of-sight "a line of sight"
  needed = 3 if aspect(target, firer) is rear otherwise 5
  if d6 >= needed: destroy target

sequence battle "The battle" [2]
  repeat until game.turn = 6, at most 6 times
    add 1 to game.turn
    each car
      move(car)
      may by car.side "fire" if car is not destroyed and any foe: car where foe.side is not car.side and can fire(car, foe), worth 1:
        choose target: car where target.side is not car.side and can fire(car, target) by car.side, worth 1 "at whom"
        fire(car, target)
      if not any foe: car where foe.side is not car.side: end game won by car.side
\`\`\`

<!-- file: units/patrols/cars.toml -->
\`\`\`toml
[car.humber]
name = "Humber"
speed = 4

[car.fox]
name = "Fox"
speed = 5
\`\`\`

<!-- file: units/patrols/maps/ford.toml -->
\`\`\`toml
name = "The ford"
layout = "pointy"
hexes = """
    . w w . . .
   . h h . . .
  . . . . ~ .
   . . . . . .
"""

[legend]
"." = { name = "Open" }
w = { name = "Woods", traits = ["woods"] }
h = { name = "Hill", level = 2 }
"~" = { name = "Lake", traits = ["water"] }

[[side]]
between = [["B2", "B3"], ["A3", "B3"]]
traits = ["river"]
\`\`\`

## Places

With a board every piece has two tracks of its own: \`unit.at\`, a *place*, and \`unit.facing\`, a *direction* (not on areas). A place is
a hex, square or area, or a point of the table; \`none\` is off the map. A direction is a bearing in whole degrees: 0 is up the map, 90 to the right.
\`place\` and \`direction\` are types like others, for parameters, results and tracks (\`track goal: place or none\`).

| Written | Is |
| --- | --- |
| \`set unit.at to there\`, \`set unit.at to none\` | places a piece, takes it off the map |
| \`unit.at is there\`, \`unit.at is none\` | the same place; not on the map |
| \`there has woods\`, \`there.level\` | the stats and traits of a hex, from \`kind hex\`. It has no tracks: use a piece for anything that changes on a map |
| \`hexside(here, there) has river\` | the stats and traits of the side between two adjacent hexes, from \`kind hexside\` |
| \`first unit where unit.at is there\` | the unit there |

\`facings hexsides\` below \`board hexes\` limits pieces to six directions, \`facings corners\` to the other six,
\`facings hexsides or corners\` to all twelve; their degrees depend on the layout of [the map](maps.md#hexes). By default a
piece faces the first of them. Another direction is a finding, in a scenario, an example or a rule, and ends a run (E0553);
without such a line any degree is allowed.

Instead of a place you can write a unit, which means its place. If it is not on the map, the run ends with a fault
(E0550); check first.

## Measurements

| Written | Gives |
| --- | --- |
| \`distance(firer, target)\` | hexes; on a table inches from centre to centre, with a rounding: \`distance(firer, target) rounded up\` |
| \`gap(unit, other) rounded up\` | on a table: inches between bases or outlines, 0 if they touch; a place is a point |
| \`gap-from(unit, spot, other) rounded up\` | on a table: the gap if the unit were at \`spot\` |
| \`contact(unit, other)\` | on a table: the place on the straight path to the other where bases first touch; the place of the unit if they already touch; \`none\` if they never do |
| \`edge(unit, unit.facing)\` | on a table: the point of its base or outline farthest in a direction; for a side across it, the middle |
| \`bearing(unit, target)\` | the direction from one to the other |
| \`turned(unit.facing, 60)\` | a direction turned clockwise; \`-60\` the other way |
| \`in-arc(unit, unit.facing, 60, target)\` | whether the last is within 60 degrees to either side of the direction. The edges are inside |
| \`ahead(unit, unit.facing, 2)\` | the place that many hexes or inches ahead; \`none\` off the map |
| \`hexside(here, there)\` | the side between two adjacent hexes |
| \`twin(spot, firer, target)\` | if the line from firer to target runs along a side of the hex \`spot\`: the hex on the other side of it; else \`none\` |
| \`inside(unit, wood)\` | on a table: whether the centre is in the base or outline of another piece; its edge is inside |
| \`crosses(firer, target, wood)\` | on a table: whether the straight line goes through the inside of it; to touch is not enough |
| \`through(firer, target, wood) rounded up\` | on a table: the inches of the line inside it |
| \`cost(unit, goal, drive(unit))\` | the lowest cost of a path; \`none\` if there is none |
| \`farthest(unit, goal, 6, drive(unit))\` | the place on that path where 6 points of movement run out |

A distance on a table is hardly ever a whole number. Use \`rounded up\` before \`<=\` and for bands like 7-12: 6.2 inches
are more than 6. Use \`rounded down\` before \`<\`. A rounding is required (E0208).

You can multiply and divide a measurement on a table by numbers before rounding it: \`gap(middle, unit) * 4 rounded up\`
counts quarters of an inch, \`cost(unit, goal, drive(unit)) * 2 rounded up\` half points,
\`distance(unit, goal) / 2 rounded up\` is half the distance. Divide it by an inch for a plain number:
\`distance(unit, goal) / 1 inch rounded up\`.

## Selecting places

A selection of places names them after \`place\`. Use it like any selection:

| Written | Selects |
| --- | --- |
| \`spot: place where spot has woods\` | all hexes; on a table all points of its grid |
| \`spot: place within 6 of unit\` | those at most 6 hexes or inches away |
| \`spot: place between firer and target\` | the hexes on the straight line, without its ends. Along a hexside it passes both; \`twin\` pairs them |
| \`side: hexside between firer and target\` | the sides that the line crosses |
| \`spot: place between hexside(here, near) and target\` | as above, but from the middle of a side of a hex; either end can be one, and every hex on the line is included. \`twin\` takes such ends too |
| \`spot: place reached by drive(unit) from unit within 8\` | those that can be reached with 8 points of movement, including its own place |
| \`spot: place along drive(unit) from unit to goal\` | the path there, step by step |

\`choose goal: place …\` lets a player choose one; on a table, one of the points of the grid. With \`or none\`, staying is
worth 0, so a policy by worth moves only to a place that is worth more.

## Movement

A formula gives the cost of a step. Its last two parameters are the places where the step starts and ends; omit them
when you use it: \`drive(unit)\`. \`none\` means that the step is impossible. On hexes a step leads to an adjacent hex, and
the path with the lowest cost is used. On a table paths are straight, and the formula gives the cost of an inch for
every section between the edges of outlines; write a longer path as several straight ones.

\`each spot: place along …\` makes a move step by step: put windows, triggers and the end of the move into its block.

## Examples on a map

A line \`map\` sets up a map; then facts with an \`in play\` line are measured, unless you give them. Name places as on the
map: \`C4\`, or \`(12.5, 8)\` on a table.

<!-- file: rules/patrols/examples.rules -->
\`\`\`rules
example "Woods stand between" [5.1]
  map     ford
  given   firer = humber, target = fox
  given   firer.at = A1, target.at = A4
  run     fire
  expect  refused

example "The line runs along the side of one wood only" [5.2]
  # From A1 to B3 the line runs between A2, woods, and B2, a hill.
  map     ford
  given   firer = humber, target = fox
  given   firer.at = A1, target.at = B3, target.facing = 90
  run     fire
  dice    4
  expect  target is destroyed

example "From behind" [5.3]
  map     ford
  given   firer = humber, target = fox
  given   firer.at = C1, target.at = C4, target.facing = 90
  run     fire
  dice    3
  expect  target is destroyed, firer.at is C1
\`\`\`

\`\`\`sh
sandtable test patrols
\`\`\`

\`\`\`text
patrols: 3 examples passed
\`\`\`

## Played on a map

<!-- file: units/patrols/scenarios/dawn.toml -->
\`\`\`toml
name = "Dawn at the ford"
rules = "patrols"
play = "battle"
map = "ford"

[side.red]
[side.blue]

[unit.anna]
is = "humber"
side = "red"
name = "Anna"
at = "C1"
facing = 90

[unit.bert]
is = "fox"
side = "blue"
name = "Bert"
at = "C4"
facing = 270
\`\`\`

\`\`\`sh
sandtable play patrols/dawn --seed 4
\`\`\`

\`\`\`text
Dawn at the ford
The battle  [2]
  round 1
  the game: turn 0 → 1
  car Anna
  Move: car Anna  [4]
    red, where to: B3 (of 12 places)
    spot C2
    Anna: at C1 → C2
    not offered: Opportunity fire, it needs a foe beside the way  [6]
    spot C3
    Anna: at C2 → C3
    Opportunity fire: mover Anna  [6]
      d6 shows 6
      Anna: destroyed no → yes
  red, fire: no (not possible now)
  car Bert
  Move: car Bert  [4]
    blue, where to: A1 (of 23 places)
    spot C3
    Bert: at C4 → C3
    not offered: Opportunity fire, it needs a foe beside the way  [6]
    spot B2
    Bert: facing 270 degrees → 330 degrees
    Bert: at C3 → B2
    not offered: Opportunity fire, it needs a foe beside the way  [6]
    spot A1
    Bert: at B2 → A1
    not offered: Opportunity fire, it needs a foe beside the way  [6]
  blue, fire: no (not possible now)
  the game ends, won by blue

the game ends, won by blue
the game: turn 1
Anna: at C3, destroyed
Bert: at A1, facing 330 degrees
(--seed 4 repeats these dice)
\`\`\`

## Pictures

\`--board\` draws the board as text (areas as a list with their links) at the end of the game, and before each question to a person if it has changed; a person
can also type \`board\`. [At a terminal](scenarios.md#at-a-terminal) the board is beside every question. \`--svg FILE\` writes a
picture of the end into a file. Pieces that are destroyed or out of play are not drawn. \`--sight A,B\` adds the straight line
between two places or units and marks the hexes or outlines it passes.

\`\`\`sh
sandtable play patrols/dawn --seed 4 --quiet --board --sight C1,bert
\`\`\`

\`\`\`text
A      .B1 w   w   .   .   .   6
B    .*  h   h   .   .   .     6
C  .   .   .   .   ~   .       6
D    .   .   .   .   .   .     6

.  Open    w  Woods    h  Hill    ~  Lake
river: B2/B3 A3/B3

B1  Bert at A1, facing 330

from C1 to A1 over B1

the game ends, won by blue
the game: turn 1
Anna: at C3, destroyed
Bert: at A1, facing 330 degrees
(--seed 4 repeats these dice)
\`\`\`

The rules decide whether such a line is free: a fact about two units or two places with an \`in play\` line is calculated
for the ends of the line. \`--by line-of-sight\` names it. You can omit it if only one such fact is yes or no. The answer
is shown with the reason, as for any [refusal](why-not.md). If it is no, the line is red, and so is the place that
decides it, \`#\` in the text.

<!-- file: units/patrols/scenarios/dusk.toml -->
\`\`\`toml
name = "Dusk at the ford"
rules = "patrols"
play = "battle"
map = "ford"

[game]
turn = 6

[side.red]
[side.blue]

[unit.anna]
is = "humber"
side = "red"
at = "A1"

[unit.bert]
is = "fox"
side = "blue"
at = "A5"
\`\`\`

\`\`\`sh
sandtable play patrols/dusk --quiet --seed 1 --board --sight anna,bert
\`\`\`

\`\`\`text
A      .H1 w#  w*  .*  .F1 .   6
B    .   h   h   .   .   .     6
C  .   .   .   .   ~   .       6
D    .   .   .   .   .   .     6

.  Open    w  Woods    h  Hill    ~  Lake
river: B2/B3 A3/B3

H1  Humber at A1, facing 30
F1  Fox at A5, facing 30

from A1 to A5 over A2 A3 A4
Line of sight: no  [5.1]
  \`any spot: place between firer and target where hides(spot, firer, target)\`: there is A2
    \`hides(spot, firer, target)\` is yes: spot A2, firer Humber, target Fox  [5.2]
      \`spot has woods\` is met

no effect
(--seed 1 repeats these dice)
\`\`\`

\`\`\`sh
sandtable play patrols/dusk --quiet --seed 1 --board --sight anna,bert --by range
\`\`\`

\`\`\`text
A      .H1 w*  w*  .*  .F1 .   6
B    .   h   h   .   .   .     6
C  .   .   .   .   ~   .       6
D    .   .   .   .   .   .     6

.  Open    w  Woods    h  Hill    ~  Lake
river: B2/B3 A3/B3

H1  Humber at A1, facing 30
F1  Fox at A5, facing 30

from A1 to A5 over A2 A3 A4
Range: 4 hexes

no effect
(--seed 1 repeats these dice)
\`\`\`

If a person names an illegal place, the program shows whether it is on the map, the nearest legal places, and [the
reason](why-not.md): the cost of the path there, or the condition that is not met.

<!-- file: units/patrols/scenarios/askew.toml -->
\`\`\`toml
rules = "patrols"
play = "battle"
map = "ford"

[side.red]
[side.blue]

[unit.anna]
is = "humber"
side = "red"
at = "C1"
facing = 60
\`\`\`

\`\`\`sh
sandtable play patrols/askew
\`\`\`

\`\`\`text
E0553 no-such-facing

  × no piece can face 60 degrees here
    ╭─[units/patrols/scenarios/askew.toml:12:10]
 11 │ at = "C1"
 12 │ facing = 60
    ·          ──
    ╰────
  ☞ and in another file:
   ╭─[rules/patrols/patrols.rules:4:3]
 3 │   stands may-stand
 4 │   facings hexsides
   ·   ────────┬───────
   ·           ╰── declared here
 5 │
   ╰────
  help: use one of 30, 90, 150, 210, 270, 330

1 error in 1 file
\`\`\`

\`stands may-stand\` below \`ruleset\` names a formula that decides whether a scenario may place a piece there, for example
about stacking or water. A scenario that breaks it gets a finding:

<!-- file: units/patrols/scenarios/flood.toml -->
\`\`\`toml
rules = "patrols"
play = "battle"
map = "ford"

[side.red]
[side.blue]

[unit.anna]
is = "humber"
side = "red"
at = "C5"
\`\`\`

\`\`\`sh
sandtable play patrols/flood
\`\`\`

\`\`\`text
E0552 cannot-be-placed

  × Humber cannot be placed here
    ╭─[units/patrols/scenarios/flood.toml:11:6]
 10 │ side = "red"
 11 │ at = "C5"
    ·      ────
    ╰────
  ☞ and in another file:
   ╭─[rules/patrols/patrols.rules:3:10]
 2 │   board hexes
 3 │   stands may-stand
   ·          ────┬────
   ·              ╰── by this formula
 4 │   facings hexsides
   ╰────
  help: place it elsewhere

1 error in 1 file
\`\`\`

## Squares

Squares work like hexes, with words of their own:

| Hexes | Squares |
| --- | --- |
| \`kind hex\`, \`kind hexside\` | \`kind square\`, \`kind squareside\` |
| \`hexside(here, there)\`, \`side: hexside between …\` | \`squareside(here, there)\`, \`side: squareside between …\` |
| \`0..12 hexes\`, \`2 hexes\` | \`0..12 squares\`, \`2 squares\` |
| \`facings hexsides\`, \`facings corners\` | \`facings squaresides\` (0, 90, 180, 270 degrees), \`facings corners\` (45, 135, …) |

With \`board squares\` a step leads over a side, and a square diagonally ahead is two squares away. With \`board squares with diagonals\`
a step may lead over a corner, which counts as one square; \`squareside(here, there)\` is then the corner, which has no traits unless the map
says so. A line goes from centre to centre. Where it passes through a corner, the two squares beside that corner are only touched: \`between\`
leaves them out. \`twin\` is for hexes only.

<!-- file: rules/vault/vault.rules -->
\`\`\`rules
ruleset vault "The vault"
  board squares

kind square "Square"
  traits  crates

kind squareside "Side of a square"
  traits  wall, door

kind guard "Guard"
  speed  1..9

# Through a door costs 2; through a wall and over crates nobody goes.
formula walk (guard, from: place, to: place) -> 1..2 or none
  if to has crates or squareside(from, to) has wall: result none
  result 2 if squareside(from, to) has door otherwise 1

formula sees (guard, target: guard) -> yes or no
  if any spot: place between guard and target where spot has crates: result no
  result not any side: squareside between guard and target where side has wall

action patrol "Patrols" (guard)
  choose goal: place reached by walk(guard) from guard within guard.speed, worth distance(goal, guard) / 1 square rounded down "where to"
  each spot: place along walk(guard) from guard to goal: set guard.at to spot

# A1 to B1 is the door, 2; C1 and C2 are 1 each.
example "Through the door"
  map      cellar
  given    guard = ann, guard.at = A1
  run      patrol
  choices  C2
  expect   guard.at is C2

# From A1 to A3 the line crosses the wall between A1 and A2.
example "Behind the wall"
  map     cellar
  given   guard = ann, target = ben, guard.at = A1, target.at = A3
  run     sees
  expect  not sees

# From A2 to C4 the line runs through two corners and passes B3 alone.
example "Past the crates"
  map     cellar
  given   guard = ann, target = ben, guard.at = A2, target.at = C4
  run     sees
  expect  sees
\`\`\`

<!-- file: units/vault/guards.toml -->
\`\`\`toml
[guard.ann]
name = "Ann"
speed = 4

[guard.ben]
name = "Ben"
speed = 2
\`\`\`

<!-- file: units/vault/maps/cellar.toml -->
\`\`\`toml
name = "The cellar"
squares = """
. . . #
. # . .
. . . .
"""

[legend]
"." = { name = "Floor" }
"#" = { name = "Crates", traits = ["crates"] }

[[side]]
between = [["A1", "A2"], ["B1", "B2"]]
traits = ["wall"]

[[side]]
between = ["A1", "B1"]
traits = ["door"]
\`\`\`

\`\`\`sh
sandtable test vault
\`\`\`

\`\`\`text
vault: 3 examples passed
\`\`\`

## Areas

On a map of areas pieces are in areas with names, and move along links: provinces, towns on roads, rooms of a house.
\`kind area\` declares the stats of areas, \`kind link\` those of links. Types of links are traits of your own:
\`traits road, ferry, pass\`.

| Written | Gives |
| --- | --- |
| \`distance(army, goal)\` | the fewest links between the two areas, in areas: \`distance(army, goal) <= 2 areas\`. If no links join them, the number of areas on the map |
| \`distance(army, spot) = 1\` | whether they are adjacent |
| \`link(here, there) has ferry\` | the stats and traits of the link between two adjacent areas; without a link the run ends with a fault (E0550), so check the distance first |
| \`spot: place within 2 of army\` | all areas up to two links away |
| \`spot: place reached by march(army) from army within 3\` | those that can be reached with 3 points of movement |
| \`spot: place along march(army) from army to goal\`, \`cost(…)\`, \`farthest(…)\` | the cheapest path, as on hexes |
| \`first army where army.at is spot\` | the unit there |

Areas have no directions and no straight lines: \`bearing\`, \`in-arc\`, \`ahead\`, \`facings\` and \`place between\` are refused
(E0206). Rules do not call single areas by their names, so that they fit every map; give an area a trait and ask for that:
\`first spot: place where spot has capital\`. To record changes, such as the holder of an area, place a piece there.

<!-- file: rules/passes/passes.rules -->
\`\`\`rules
ruleset passes "The passes"
  board areas

kind side "Side"

kind area "Area"
  value   0..3, default 0
  traits  mountain

kind link "Link"
  traits  road, ferry, downstream

kind flag "Flag"
  track  holder: side or none

kind army "Army"
  strength  1..9
  moves     1..5

# A road costs 1, any other land 2, a mountain 1 more. A ferry takes all that is left of a move.
formula march (army, from: place, to: place) -> 1..5 or none
  if link(from, to) has ferry:
    if army.at is not from: result none
    result 5
  result (1 if link(from, to) has road otherwise 2) + (1 if to has mountain otherwise 0)

formula strength-in (side, spot: place) -> 0..99
  result total of army.strength for each army where army.side is side and army.at is spot

# The side with more strength in an area takes its flag.
action contest "Who holds it" (flag)
  here = flag.at
  if here is none: stop
  winner-here = first side where strength-in(side, here) > 0 and not any other: side where other is not side and strength-in(other, here) >= strength-in(side, here)
  if winner-here is not none: set flag.holder to winner-here

formula gain (army, spot: place) -> 0..4
  flags = number of flag where flag.at is spot and flag.holder is not army.side
  result spot.value + (1 if flags > 0 otherwise 0)

action move "Marches" (army)
  choose goal: place reached by march(army) from army within army.moves or none by army.side, worth gain(army, goal) "where to"
  if goal is not none: set army.at to goal

sequence campaign "The campaign"
  repeat 2 times
    each army: move(army)
    each flag: contest(flag)
\`\`\`

<!-- file: units/passes/armies.toml -->
\`\`\`toml
[army.guards]
name = "Guards"
strength = 4
moves = 3

[army.levies]
name = "Levies"
strength = 2
moves = 2

[flag.flag]
name = "Flag"
\`\`\`

<!-- file: units/passes/maps/valleys.toml -->
\`\`\`toml
name = "The two valleys"

[area.mill]
name = "The mill"
value = 2

[area.ford]

[area.ridge]
name = "High Ridge"
traits = ["mountain"]

[area.vale]
value = 1

[area.isle]
value = 3

[[link]]
between = [["mill", "ford", "vale"]]
traits = ["road"]

[[link]]
between = [["mill", "ridge", "vale"]]

[[link]]
between = ["vale", "isle"]
name = "Ferry"
traits = ["ferry"]
\`\`\`

<!-- file: rules/passes/examples.rules -->
\`\`\`rules
# By the road 1 and 1; over the ridge 3 and 2.
example "Two areas by road"
  map     valleys
  given   army = levies, army.at = mill, from = mill, to = ford
  run     march
  expect  march = 1

example "The levies reach the vale"
  map      valleys
  given    army = levies, army.at = mill
  run      move
  choices  vale
  expect   army.at is vale

# A ferry takes 5 of 3 points.
example "Not to the isle"
  map      valleys
  given    army = guards, army.at = vale, from = vale, to = isle
  run      march
  expect   march = 5

example "The stronger side takes the mill"
  map     valleys
  units   one = guards of first, two = levies of second
  given   flag = flag, flag.at = mill, one.at = mill, two.at = mill
  run     contest
  expect  flag.holder is first
\`\`\`

\`\`\`sh
sandtable test passes
\`\`\`

\`\`\`text
passes: 4 examples passed
\`\`\`

<!-- file: units/passes/scenarios/spring.toml -->
\`\`\`toml
name = "Spring"
rules = "passes"
play = "campaign"
map = "valleys"

[side.red]
[side.blue]

[unit.mill-flag]
is = "flag"
side = "none"
name = "Flag of the mill"
at = "mill"

[unit.anna]
is = "guards"
side = "red"
name = "Anna's Guards"
at = "ford"

[unit.bert]
is = "levies"
side = "blue"
name = "Bert's Levies"
at = "vale"
\`\`\`

\`\`\`sh
sandtable play passes/spring --seed 2 --quiet --board
\`\`\`

\`\`\`text
a mill   The mill    - ford, ridge  F1 A1 B1
  ford   ford        - mill, vale
b ridge  High Ridge  - mill, vale
c vale   vale        - ford, ridge, isle
d isle   isle        - vale

a  value 2    b  mountain    c  value 1    d  value 3
road: mill/ford ford/vale
link: mill/ridge ridge/vale
Ferry: vale/isle

F1  Flag of the mill at mill
A1  Anna's Guards at mill
B1  Bert's Levies at mill

Flag of the mill: holder red
Anna's Guards: at mill
Bert's Levies: at mill
(--seed 2 repeats these dice)
\`\`\`
`},{name:"scenarios",text:`# Scenarios and games

A *scenario* sets up a game: the sides, their units and the starting situation. It is a TOML file
\`units/my-game/scenarios/NAME.toml\`; \`sandtable play my-game/NAME\` plays it. The rules on this page:

<!-- file: rules/ferry/ferry.rules -->
\`\`\`rules
ruleset ferry "The ferry"

kind side "Side"
  track  shots: 0..99

kind game "The fight"
  rounds  1..9, default 3
  track   round: 0..9

kind guard "Guard"
  skill  2..6
  track  hits: 0..2
  track  watches: guard or none   # at whom it fires, if it can

fact range "Range" (firer: guard, target: guard): 0..30 inches
fact hidden "Hidden" (target: guard): yes or no, default no

option fog "Fog on the river": off

trigger falls (unit: guard)
  when unit.hits reaches 2: destroy unit

action fire "Fire" (firer: guard, target: guard) [3]
  needs range(firer, target) <= (10 if fog otherwise 30) "a target that can be seen"
  add 1 to firer.side.shots
  shown = d6
  if shown >= firer.skill and not hidden(target): add 1 to target.hits

action go "One guard's go" (unit: guard) [2]
  may by unit.side "fire" if any foe: guard where foe.side is not unit.side and can fire(unit, foe), worth 1:
    choose target: guard where target.side is not unit.side and can fire(unit, target) by unit.side, worth (9 if unit.watches is target otherwise target.hits) "at whom"
    set unit.watches to target
    fire(unit, target)
    if not any foe: guard where foe.side is not unit.side: end game won by unit.side

sequence fight "The fight at the ferry" [1]
  repeat until game.round = game.rounds, at most 9 times
    add 1 to game.round
    each unit: guard in order of unit.skill, lowest first
      go(unit)
\`\`\`

<!-- file: units/ferry/guards.toml -->
\`\`\`toml
[guard.veteran]
skill = 3

[guard.recruit]
skill = 5
\`\`\`

## The scenario file

<!-- file: units/ferry/scenarios/dawn.toml -->
\`\`\`toml
name = "Dawn at the ferry"
rules = "ferry"
play = "fight"
options = { fog = true }

[game]
rounds = 2

[facts]
range = [
  { about = ["ann", "hob-1"], is = 8 },
  { about = ["ann", "hob-2"], is = 12 },
  { about = ["hob-1", "ann"], is = 8 },
  { about = ["hob-2", "ann"], is = 12 },
]

[side.guards]
name = "The guards"

[side.bandits]
name = "The bandits"
shots = 0

[unit.ann]
is = "veteran"
side = "guards"
name = "Ann"
watches = "hob-1"

[unit.hob]
is = "recruit"
side = "bandits"
count = 2
\`\`\`

| Key | Meaning |
| --- | --- |
| \`name\` | the title of the scenario; a \`note\` is only for readers |
| \`rules\` | the ruleset, or a variant |
| \`play\` | the sequence or action to run, without parameters |
| \`options\` | optional rules: \`true\`, \`false\`, or a word in quotes |
| \`[game]\` | stats and tracks of the \`kind game\` |
| \`[facts]\` | facts: one value for all, or a list of values for certain units. \`about\` has the parameters of the fact, in order. A fact that is not given has its default; without one, a player is asked. Without a map, this is so for facts that are measured on it, too, and \`play\` says so |
| \`[side.ID]\` | a side, with its \`name\`, stats and tracks. Without any, the sides are those of the unit files, otherwise \`first\` and \`second\` |
| \`[unit.ID]\` | a unit of the unit files: \`is\` names it, \`side\` its side (\`"none"\` for none), \`count\` their number (they are called ID-1, ID-2 and so on). You can give starting values of stats, traits and tracks; a track that holds a unit takes its ID, one with a value for each unit a list: \`fired-at = [{ about = "hob-1", is = 2 }]\` |

Mistakes are shown at their place, as in other files: \`sandtable play\` shows them before the game starts.

## Players

\`--side SIDE=PLAYER\` chooses the player of a side: \`person\` (at the terminal), \`random\` (any legal option with equal
chances), \`policy\` (the highest [worth](language.md#decisions), otherwise the first; the default), or \`script\`. The same
\`--seed\` gives the same dice and random moves.

\`\`\`sh
sandtable play ferry/dawn --seed 1 --side bandits=random
\`\`\`

\`\`\`text
Dawn at the ferry
The fight at the ferry  [1]
  round 1
  the fight: round 0 → 1
  unit Ann
  One guard's go: unit Ann  [2]
    The guards, fire: yes
    The guards, at whom: recruit 1 (nothing else is possible)
    Fire: firer Ann, target recruit 1  [3]
      The guards: shots 0 → 1
      d6 shows 4
      shown = 4
      recruit 1: hits 0 → 1
  unit recruit 1
  One guard's go: unit recruit 1  [2]
    The bandits, fire: no
  unit recruit 2
  One guard's go: unit recruit 2  [2]
    The bandits, fire: no (not possible now)
  round 2
  the fight: round 1 → 2
  unit Ann
  One guard's go: unit Ann  [2]
    The guards, fire: yes
    The guards, at whom: recruit 1 (nothing else is possible)
    Fire: firer Ann, target recruit 1  [3]
      The guards: shots 1 → 2
      d6 shows 3
      shown = 3
      recruit 1: hits 1 → 2
      falls: recruit 1
      recruit 1: destroyed no → yes
  unit recruit 2
  One guard's go: unit recruit 2  [2]
    The bandits, fire: no (not possible now)

The guards: shots 2
the fight: round 2
recruit 1: hits 2, destroyed
(--seed 1 repeats these dice)
\`\`\`

In a game with [hidden things](language.md#hidden-things), the only person who plays sees the game as their side does. \`--view SIDE\`
shows it as that side sees it, \`--view all\` shows everything. With \`--format json\`, \`view\` has the pieces as that side sees them. A
journal has every card that was drawn: it is the umpire's.

\`--quiet\` shows only the end, \`--all\` also lookups, \`--why\` also why other lines do not apply. \`--board\`, \`--svg FILE\`
and \`--sight A,B\` draw the map, see [boards.md](boards.md#pictures).

## At a terminal

At a terminal, the game uses the whole screen: the board, the story so far, the answers, and the record sheets of the
pieces in question (their tracks, marks, stats and parts). When the game ends, or you leave it, the whole story is
printed below your command.

| Key | Effect |
| --- | --- |
| ↑ ↓ | marks another answer |
| ↑ ↓ ← → on a map | mark the next place in that direction; with Shift five places further |
| a number | marks the answer with that number; if the answers are numbers, the number itself |
| letters | leave only the answers that contain them; Backspace and Esc delete them |
| Tab, PageUp, PageDown, Home, End | move through the list |
| Enter | confirms the marked answer; if you name an illegal option, you see [why not](why-not.md) |
| F1, or \`?\` when nothing is typed | shows all keys |
| F2, or Ctrl-R | the story so far, from your last answer on: the arrow keys, PageUp, PageDown, Home and End scroll, Esc goes back |
| F3, or Ctrl-S | the record sheets in full, and the legend of the map |
| Ctrl-Z, or \`undo\` | undoes your last answer; repeat for earlier ones |
| Ctrl-C, or \`leave\` | stops; a [journal](#a-journal) keeps the game |

The board scrolls to the marked place, otherwise to the acting piece. Legal places are underlined; on an open table they
are \`+\`. There you can also type any point, such as \`12,8\`, for the nearest legal place. A side named after a colour
(\`red\`, "The Greens") is drawn in that colour, every other side in a colour of its own; woods are green and water is
blue, in the text and in the picture of \`--svg\`.

With \`--plain\`, in a pipe, and if \`TERM\` is \`dumb\`, questions appear line by line: answer with a word or its number; \`?\`
shows the question again, \`board\` the board, \`sheet\` the record sheets; \`undo\` undoes your last answer, \`leave\` stops.

## A script

\`--script FILE\` plays from a file of \`choices\`, \`dice\` and \`judged\` lines, as in [examples](language.md#example). Each
type of line is used in order, and you can split it over several lines. A script plays every side without \`--side\`.
Without \`dice\`, dice are rolled. \`choices rest by policy\` makes all further choices by \`worth\`. \`expect\` lines are
checked at the end of the game: \`expect  guards.shots = 1, ann is not destroyed\`.

<!-- file: ann.txt -->
\`\`\`text
choices  no, fire   # She waits in the first round.
\`\`\`

\`\`\`sh
sandtable play ferry/dawn --script ann.txt --side bandits=policy --seed 2 --quiet
\`\`\`

\`\`\`text
The guards: shots 1
The bandits: shots 2
the fight: round 2
Ann: hits 1
recruit 1: hits 1, watches Ann
(--seed 2 repeats these dice)
\`\`\`

A script that ends too early, or does not fit the game, gives a finding; the game up to there is shown:

\`\`\`sh
sandtable play ferry/dawn --script ann.txt --seed 2 --quiet
\`\`\`

\`\`\`text
(--seed 2 repeats these dice)
E0531 choices-run-out

  × a choice has no answer: fire
   ╭─[ann.txt:1:14]
 1 │ choices  no, fire   # She waits in the first round.
   ·              ──┬─
   ·                ╰── no answers left
   ╰────
  help: choose one of: yes, no

1 error in 1 file
\`\`\`

## A journal

\`--journal FILE\` records every answer: dice, choices and judgements. It is written before every question to a person, so
nothing is lost if the terminal closes.

\`\`\`sh
sandtable play ferry/dawn --seed 1 --side bandits=random --journal dawn.journal --quiet
\`\`\`

\`\`\`text
The guards: shots 2
the fight: round 2
recruit 1: hits 2, destroyed
(--seed 1 repeats these dice)
\`\`\`

\`--replay FILE\` starts with these answers. A journal of a whole game replays it; after a shorter one, the players on the
command line continue. If the rules have changed since, it is replayed as far as possible (E0541).

\`\`\`sh
sandtable play ferry/dawn --replay dawn.journal --quiet
\`\`\`

\`\`\`text
The guards: shots 2
the fight: round 2
recruit 1: hits 2, destroyed
(--seed 1 repeats these dice)
\`\`\`
`},{name:"odds",text:`# Odds

\`sandtable odds RULESET NAME key=value…\` is exact: every dice result is explored, and chances are fractions. After the
name, give the situation: parameters, facts, and the current state of units, \`target.hits=1\`. The small game of this
page:

<!-- file: rules/raid/raid.rules -->
\`\`\`rules
ruleset raid "The raid"

kind side "Side"
  track  volleys: 0..99

kind game "Game"
  track  round: 0..9

kind team "Team"
  skill  2..6  "Skill"
  shots  0..4  "Shots"
  track  hits: 0..3  "Hits"

fact cover "Levels of cover": 0..3, default 0

option steady "Steady hands": off

roll shot "Shot" (firer: team) -> miss, hit
  aim = d6 - cover
  hit   when aim >= firer.skill
  hit   when steady and aim >= firer.skill - 1
  miss  otherwise

trigger broken (unit: team)
  when unit.hits reaches 3: destroy unit

action volley "Volley" (firer: team, target: team)
  needs firer.shots > 0 "rounds left"
  repeat firer.shots times
    if shot(firer) is hit: add 1 to target.hits

action assault "Assault" (attacker: team, defender: team)
  choose by attacker "how to attack"
    "charge", worth 1:
      if d6 >= 4: add 1 to defender.hits
    "creep":
      if d6 >= 3:
        choose by attacker "from near"
          "hold": stop
          "shoot", worth 1:
            if d6 >= 2: add 1 to defender.hits

action go (unit: team)
  if unit.shots = 0: stop
  choose foe: team where foe.side is not unit.side by unit.side, worth foe.hits "at whom"
  add 1 to unit.side.volleys
  volley(unit, foe)
  if not any other: team where other.side is not unit.side: end game won by unit.side

sequence raid "The raid"
  repeat until game.round = 6, at most 6 times
    add 1 to game.round
    each team: go(team)
\`\`\`

<!-- file: units/raid/teams.toml -->
\`\`\`toml
[team.rifles]
name = "Rifles"
skill = 4
shots = 2

[team.scouts]
name = "Scouts"
skill = 5
shots = 1

[team.medics]
name = "Medics"
skill = 6
shots = 0
\`\`\`

## One situation

\`\`\`sh
sandtable odds raid volley firer=rifles target=scouts
\`\`\`

\`\`\`text
Volley: firer Rifles, target Scouts

  Scouts: hits 1  1/2  50.00 %  ████████████████████████████
  no effect       1/4  25.00 %  ██████████████
  Scouts: hits 2  1/4  25.00 %  ██████████████

  assumed: cover=0
\`\`\`

An outcome is the result of the action and the tracks that it changes. Changes that always happen (the firer has one
action less) are listed once, *in every case*.

| Option | Shows |
| --- | --- |
| \`--only "target.hits >= 1"\` | the chance of one condition, written as in an \`expect\` of an example: \`refused\`, \`target.long-75.rounds = 2\` |
| \`--track target.hits\` | a track at the end, or any value of an \`expect\`; a number also has a mean and a standard deviation (\`std dev\`) |
| \`--at-least\`, \`--at-most\` | the chance of each number or more, or less |
| \`--given "target.hits >= 1"\` | chances among the cases that meet this condition, and the share of those cases |
| \`--compare cover=1\` | a second situation beside it; also \`variant=NAME\` and \`option=NAME\` |
| \`--float\` | an approximation in floating point, if there are too many game states for exact odds |
| \`--policy first\`, \`random\` | decides where the rules give no \`worth\` |
| \`--format json\`, \`csv\`, \`svg\` | for scripts, for a spreadsheet, as a picture: \`… --format svg > volley.svg\` |

\`\`\`sh
sandtable odds raid volley firer=rifles target=scouts --track target.hits --given "target.hits >= 1" --at-least
\`\`\`

\`\`\`text
Volley: firer Rifles, target Scouts

  given target.hits >= 1: 3/4 of all cases, 75.00 %

  target.hits
          exactly  at least
  1  2/3  66.67 %  100.00 %  ████████████████████████████
  2  1/3  33.33 %   33.33 %  ██████████████

  mean 1.3333, std dev 0.4714

  assumed: cover=0
\`\`\`

If there are too many game states for exact odds (E0506), \`--float\` explores the likely ones in floating point, and
shows the share left unexplored: the true chance is between the bounds shown. Usually nothing is left unexplored, and
twelve digits are right. It ends after some seconds and leaves the rest unexplored. If that is more than half, no
chances are shown, and the answer offers a sample instead.

\`\`\`sh
sandtable odds raid volley firer=rifles target=scouts --track target.hits --float
\`\`\`

\`\`\`text
Volley: firer Rifles, target Scouts

  target.hits
  0  25.0000000000 %  25.00 %  ██████████████
  1  50.0000000000 %  50.00 %  ████████████████████████████
  2  25.0000000000 %  25.00 %  ██████████████

  mean 1.0000, std dev 0.7071

  assumed: cover=0

  in floating point (--float): right to about twelve digits
\`\`\`

For a long calculation, \`odds\` soon shows an estimate: the number of game states, in a terminal also the seconds for
them and for a sample, with a progress bar. It is a guess from the growth so far, and nothing is refused because of it:
every question that fits into memory is answered. The limit is 1 GiB, some three million game states, or another with
\`--memory 4G\` (from 16M to 8G). A refusal names the limit that was reached.

## Tables

One or two keys can have several values: \`cover=0..3\`, \`firer=rifles,scouts\`, or all of them, \`firer=*\`. For parts,
\`weapon=*\` is every weapon of the named unit, or of all units. Impossible cases of \`*\` are left out, and the answer
gives the reason.

\`\`\`sh
sandtable odds raid volley firer=* target=* --only "target.hits >= 1"
\`\`\`

\`\`\`text
Volley: target.hits >= 1

  firer   target rifles  target scouts  target medics
  rifles        75.00 %        75.00 %        75.00 %
  scouts        33.33 %        33.33 %        33.33 %

  left out: medics (refused)
  assumed: cover=0
\`\`\`

Without \`--only\`, a number is shown by its mean, and the outcomes of one key side by side:

\`\`\`sh
sandtable odds raid shot firer=rifles cover=0..3
\`\`\`

\`\`\`text
Shot: chances

  cover      miss      hit
  0       50.00 %  50.00 %
  1       66.67 %  33.33 %
  2       83.33 %  16.67 %
  3      100.00 %   0.00 %
\`\`\`

\`--compare\` adds the change beside every cell, \`--chart\` a bar. As a picture, numbers in a row become lines.

\`\`\`sh
sandtable odds raid shot firer=* cover=0..1 --only "shot is hit" --compare option=steady
\`\`\`

\`\`\`text
Shot: shot is hit; compared with option=steady

  firer   cover 0          cover 1
  rifles  50.00 %  +16.67  33.33 %  +16.67
  scouts  33.33 %  +16.67  16.67 %  +16.67
  medics  16.67 %  +16.67   0.00 %  +16.67
\`\`\`

In a sampled table every cell has the same counts as its single question with the same seed.

A table takes at most 10 seconds, or the time of \`--for 5min\`. Cells that are not calculated by then are shown as \`?\`,
with their number below the table.

## Advice

\`--best SIDE --by OUTCOME\` finds the best choices of a side, or of the side of a unit; \`all\` means every player. OUTCOME
is a condition, made as likely as possible, or a number, made as large as possible. That side ignores the \`worth\` of
options; the others follow it, or with \`--against\` choose the worst options for that side.

\`\`\`sh
sandtable odds raid assault attacker=rifles defender=scouts --best attacker --by "defender.hits >= 1"
\`\`\`

\`\`\`text
Assault: attacker Rifles, defender Scouts

  defender.hits >= 1 with the best choices of attacker: 55.56 %, 5/9

  how to attack (first side)
    charge  1/2  50.00 %  ████████████
  > creep   5/9  55.56 %  █████████████▍

  after how to attack creep, d6 3 to 6: from near (first side)
    hold     0   0.00 %
  > shoot  5/6  83.33 %  ████████████████████
\`\`\`

Creeping succeeds with 2/3 and then hits with 5/6, together 5/9: more than the 1/2 of a charge.

A [scenario](scenarios.md) instead of a question is a whole game, see below.

## Samples

If there are too many game states for exact odds, \`sandtable sample\` rolls the dice: \`--n\` times, or until every share
is known \`--within 0.5%\`. The bounds contain the true chance in 95 of 100 samples (Wilson's interval). The same \`--seed\`
gives the same counts on one thread or sixteen.

\`\`\`sh
sandtable sample raid volley firer=rifles target=scouts --within 1%
\`\`\`

\`\`\`text
Volley: firer Rifles, target Scouts

  Scouts: hits 1  49.41 to 50.94 %  50.17 %  ████████████████████████████
  no effect       24.55 to 25.88 %  25.21 %  ██████████████▏
  Scouts: hits 2  23.96 to 25.28 %  24.62 %  █████████████▊

  assumed: cover=0

  rolled 16,384 times (--seed 0); the true chances are within the bounds in 95 of 100 such samples
\`\`\`

A sample takes at most 10 seconds. If it is not finished by then, it answers with its results so far. Below the counts
it shows how many rolls were done, and the time that all of them need, \`--for 5min\`. The number of rolls depends on the
machine, but their results do not: \`--n\` with the same number gives the same results anywhere. A table of samples
divides its time among its cells, \`--compare\` between both situations. A single run that never ends is a finding at the
place where it repeats (E0505).

A scenario is played to its end many times: this shows the winners, the length of the games, and with \`--track\` any
value at the end. Each side is played by \`policy\`, the highest \`worth\`, or by \`random\`. A terminal also shows the games
per second; elsewhere use \`--time\`.

<!-- file: units/raid/scenarios/dawn.toml -->
\`\`\`toml
name = "Dawn"
rules = "raid"
play = "raid"

[side.red]
name = "Red"

[side.blue]
name = "Blue"

[unit.reds]
is = "rifles"
side = "red"

[unit.blues]
is = "scouts"
side = "blue"
count = 2
\`\`\`

\`\`\`sh
sandtable sample raid/dawn --n 1000 --side blue=random --track reds.hits
\`\`\`

\`\`\`text
Dawn: 1,000 games, red policy, blue random (--seed 0)

  the game ends, won by Blue  45.00 %  41.94 to 48.10 %  ████████████████████████████
  the game ends, won by Red   38.50 %  35.53 to 41.55 %  ████████████████████████
  the sequence ends           16.50 %  14.33 to 18.93 %  ██████████▎

  in a game  min  median  max   mean  std dev
  rolls        7      16   24  15.39     4.29
  choices      2       3    6   2.94     0.95

  reds.hits
  0   5.90 %    4.60 to 7.54 %  ███▋
  1  20.70 %  18.30 to 23.32 %  ████████████▉
  2  28.40 %  25.69 to 31.27 %  █████████████████▋
  3  45.00 %  41.94 to 48.10 %  ████████████████████████████
  mean 2.1250, std dev 0.9367, from 0 to 3, median 2
\`\`\`

## Whole games

For a small game, you can calculate the odds to its end, and find the best choices: give a scenario instead of a ruleset
and a question. Every side chooses the highest \`worth\`; \`--policy\` decides where the rules give none. The scenario
above:

\`\`\`sh
sandtable odds raid/dawn
\`\`\`

\`\`\`text
Dawn

  the game ends, won by Blue  60524837/136048896  44.49 %  ████████████████████████████
  the game ends, won by Red         71609/186624  38.37 %  ████████████████████████▏
  the sequence ends            11660549/68024448  17.14 %  ██████████▊

  assumed: cover=0
\`\`\`

\`\`\`sh
sandtable odds raid/dawn --best red --by "winner is red" --decisions 2
\`\`\`

\`\`\`text
Dawn

  winner is red with the best choices of red: 38.37 %, 71609/186624

  at whom (Red)
  > Scouts 1  71609/186624  38.37 %  █████████▎
    Scouts 2  71609/186624  38.37 %  █████████▎

  after at whom Scouts 1, d6 1 to 3, d6 1 to 3, d6 1 to 4, d6 1 to 4: at whom (Red)
  > Scouts 1  2855/11664  24.48 %  █████▉
    Scouts 2  2855/11664  24.48 %  █████▉

  44 more may follow: \`--decisions 46\` shows them
\`\`\`

Most games soon have too many states for exact odds. Then \`odds\` shows how far it explored; continue with \`--float\` or
\`sample\`. To compare ways of playing, run \`sample … --side red=random\` and \`--side red=policy\`.
`},{name:"why-not",text:`# Why not?

If an action is refused, a player wants to know the rule, and the author of a draft wants to know whether it is the
intended rule. So every refusal shows the part of the condition that is not met, as it is written, with its values and
its section. The rules on this page:

<!-- file: rules/butts/butts.rules -->
\`\`\`rules
ruleset butts "At the butts"

kind side "Side"

kind archer "Archer"
  skill   2..6
  traits  longbow
  track   arrows: 0..6, starts 2
  track   hits: 0..2

fact range "Range" (archer, target: archer): 0..30 inches, default 10
fact hedge "A hedge in the way" (archer, target: archer): yes or no, default no

table needed "Needed to hit" (range, has-longbow: yes or no) -> 2..6 or none [4]
  range | yes | no
  0-6   | 2   | 3
  7-12  | 3   | 5
  13-24 | 5   | -
  25+   | -   | -

modifiers aim "Aim" (archer, target: archer) [5]
  +1  if  archer.skill >= 5        "a good eye"
  -1  if  hedge(archer, target)    "a hedge"     [5.1]
  -1  per target.hits              "ducking"

formula sees (archer, target: archer) -> yes or no [3.2]
  if archer has longbow: result yes
  result not hedge(archer, target)

action shoot "Shoot" (archer, target: archer) [3]
  needs archer.arrows >= 1 and sees(archer, target) "an arrow and a clear view" [3.1]
  need = needed(range, archer has longbow)
  needs need is not none "a target within reach"
  take 1 from archer.arrows
  if d6 + aim(archer, target) >= need: add 1 to target.hits

sequence match "The match" [1]
  each archer where archer.arrows > 0
    choose target: archer where target.side is not archer.side and can shoot(archer, target) by archer.side "at whom"
    shoot(archer, target)
\`\`\`

<!-- file: units/butts/archers.toml -->
\`\`\`toml
[archer.yeoman]
name = "Yeoman"
skill = 5
traits = ["longbow"]

[archer.squire]
name = "Squire"
skill = 3
\`\`\`

## Refused actions

\`\`\`sh
sandtable roll butts shoot archer=squire target=yeoman archer.arrows=0 hedge=yes
\`\`\`

\`\`\`text
Shoot: archer Squire, target Yeoman, archer.arrows 0, a hedge in the way yes  [3]
  refused: this needs an arrow and a clear view  [3.1]
    \`archer.arrows >= 1\` is not met: archer.arrows is 0
    \`sees(archer, target)\` is no: archer Squire, target Yeoman  [3.2]
      \`hedge(archer, target)\` is yes: archer Squire, target Yeoman

refused
\`\`\`

For an \`and\`, all parts that fail are shown; for an \`or\`, all alternatives; for \`any\`, \`first\` and
\`number of\`, the piece or place that it finds, or the reason for each that does not qualify. Where an enemy is wanted, only the enemies
are listed, not the piece that asks and its friends. If a condition uses a formula, a calculated fact or the first lines of an
action, the line that decides it is shown.

## Lines that do not apply

\`--why\` also shows everything that did not apply: lines of modifiers, rows adjacent to the one used, options that were
not available, reactions that were not offered.

\`\`\`sh
sandtable roll butts shoot archer=squire target=yeoman range=8 --dice 6 --why
\`\`\`

\`\`\`text
Shoot: archer Squire, target Yeoman, range 8 inches  [3]
  sees: yes  [3.2]
  Needed to hit: range 8 inches, has-longbow no gives 5  [4]
    range 8 inches is 7-12, not 0-6, 13-24, 25+
    has-longbow no, not yes
  need = 5
  Squire: arrows 2 → 1
  d6 shows 6
  Aim: none apply, 0  [5]
    not +1 a good eye: \`archer.skill >= 5\` is not met: archer.skill is 3
    not -1 a hedge: \`hedge(archer, target)\` is no: archer Squire, target Yeoman  [5.1]
    not -1 each ducking: target.hits is 0  [5]
  Yeoman: hits 0 → 1

Squire: arrows 1, Yeoman: hits 1
assumed: hedge=no
\`\`\`

\`sandtable play … --why\` does the same for a whole game.

## Illegal choices

If you name an illegal option, the program shows why not: at the prompt, and in a script, an example or an old journal.

<!-- file: units/butts/scenarios/fair.toml -->
\`\`\`toml
name = "At the fair"
rules = "butts"
play = "match"

[facts]
range = [{ about = ["will", "jack"], is = 28 }]

[side.village]
[side.castle]

[unit.will]
is = "yeoman"
side = "village"
name = "Will"

[unit.rob]
is = "squire"
side = "castle"
name = "Rob"

[unit.hugh]
is = "squire"
side = "castle"
name = "Hugh"

[unit.jack]
is = "squire"
side = "castle"
name = "Jack"
\`\`\`

<!-- file: jack.txt -->
\`\`\`text
choices  jack
\`\`\`

\`\`\`sh
sandtable play butts/fair --script jack.txt --seed 1
\`\`\`

\`\`\`text
At the fair
The match  [1]
  archer Will
(--seed 1 repeats these dice)
E0532 impossible-choice, rule 3

  × \`jack\` cannot be chosen: at whom
   ╭─[jack.txt:1:10]
 1 │ choices  jack
   ·          ────
   ╰────
  ☞ and in another file:
    ╭─[rules/butts/butts.rules:33:9]
 32 │   need = needed(range, archer has longbow)
 33 │   needs need is not none "a target within reach"
    ·         ────────┬───────
    ·                 ╰── \`need is not none\` is not met: need is none, range is 28 inches, archer has longbow is yes
 34 │   take 1 from archer.arrows
    ╰────
    ╭─[rules/butts/butts.rules:39:68]
 38 │   each archer where archer.arrows > 0
 39 │     choose target: archer where target.side is not archer.side and can shoot(archer, target) by archer.side "at whom"
    ·                                                                    ────────────┬────────────
    ·                                                                                ╰── \`can shoot(archer, target)\` is no: archer Will, target Jack
 40 │     shoot(archer, target)
    ╰────
  help: choose one of: rob, hugh

1 error in 1 file
\`\`\`
`},{name:"drafts",text:'# Drafts in Markdown\n\nYou can write a rulebook as one Markdown file. The blocks between a line ```` ```rules ```` and a line ````\n``` ```` are its rules, as in any rule file; blocks that start with ```` ```toml\n```` are its units. All blocks of the file form one ruleset. The headings are the sections of the book: a declaration without its own citation cites the heading above it. A heading that starts with a number is cited by it, `[5.1]`;\nany other by its words.\n\n    # Skirmish\n\n    ## 5.1 Hitting\n\n    A squad hits on 5 or 6.\n\n    ```rules\n    ruleset skirmish "Skirmish"\n\n    roll to-hit "To hit" -> hit, miss\n      hit   when d6 >= 5\n      miss  otherwise\n    ```\n\n    ## 5.2 Rallying\n\n    Roll a d6 for each pinned squad; on 4+ it rallies.\n\nEvery command takes such a file as a ruleset: `sandtable check draft.md`, `sandtable test draft.md`,\n`sandtable odds draft.md to-hit`; `sandtable test --accept draft.md` and `sandtable fmt draft.md` write only into its\nblocks. `sandtable coverage draft.md` lists its headings. Findings point into the Markdown. Sections that mention a roll, a\ntable or a number and have no rules yet are listed: here section 5.2. If a table in the text differs from a table of the\nrules in its section only in a few numbers, both places are reported (E0621). In a section that needs no rules, give the\nreason in a comment that readers do not see:\n\n    <!-- allow E0620: the players agree on the length -->\n'}];var Ft=Hv.map(({name:n,text:e})=>{let t=/^# (.*)$/m.exec(e)?.[1]??n;return{name:n,title:t.replaceAll("`",""),text:e}}),BT=/^<!--\s*file: ([^\s,]+)(?:, replaces: (.*?))?\s*-->/,Wv=new Map;function mn(n){let e=Wv.get(n.name);if(e!==void 0)return e;let t=Fg(n.text),i=new Map,s=[],r=null;for(let a of t)if(a.type==="html")r=BT.exec(a.raw.trim());else if(a.type==="code"){let l=a;i.set(a,{page:n.name,number:i.size,info:l.lang??"",text:`${l.text}
`,file:r?.[1]??null,replaces:r?.[2]??null}),r=null}else if(a.type==="heading"){let l=a;s.push({id:Ed(l.text),title:l.text.replaceAll("`",""),depth:l.depth})}let o={tokens:t,blocks:i,sections:s};return Wv.set(n.name,o),o}function Ed(n){return n.toLowerCase().replaceAll(/[^\p{L}\p{N}\s-]/gu,"").trim().replaceAll(/\s/g,"-")}function nl({tokens:n,around:e}){return u(H,{children:n.map((t,i)=>IT(t,i,e))})}function IT(n,e,t){switch(n.type){case"heading":{let{depth:i,text:s,tokens:r}=n,o=gn(r,t),a=Ed(s);return i===1?u("h2",{id:a,class:"page-title",children:o},e):i===2?u("h3",{id:a,children:o},e):u("h4",{id:a,children:o},e)}case"paragraph":return u("p",{children:gn(n.tokens,t)},e);case"text":{let{tokens:i,text:s}=n;return u("span",{children:i===void 0?s:gn(i,t)},e)}case"code":return u("div",{children:t.code(n)},e);case"blockquote":return u("blockquote",{children:u(nl,{tokens:n.tokens,around:t})},e);case"list":{let{ordered:i,items:s}=n,r=s.map((o,a)=>u("li",{children:u(nl,{tokens:o.tokens,around:t})},a));return i?u("ol",{children:r},e):u("ul",{children:r},e)}case"table":{let{header:i,rows:s}=n,r=i.some(o=>o.text!=="");return u("div",{class:"scrolls",tabIndex:0,role:"group","aria-label":"Table",children:u("table",{class:"plain",children:[r&&u("thead",{children:u("tr",{children:i.map((o,a)=>u("th",{scope:"col",children:gn(o.tokens,t)},a))})}),u("tbody",{children:s.map((o,a)=>u("tr",{children:o.map((l,h)=>u("td",{children:gn(l.tokens,t)},h))},a))})]})},e)}case"hr":return u("hr",{},e);default:return null}}function gn(n,e){return n.map((t,i)=>{switch(t.type){case"strong":return u("strong",{children:gn(t.tokens,e)},i);case"em":return u("em",{children:gn(t.tokens,e)},i);case"codespan":return u("code",{children:t.text},i);case"br":return u("br",{},i);case"link":{let{href:s,tokens:r}=t;return u("a",{href:s.startsWith("http")?s:"#",target:s.startsWith("http")?"_blank":void 0,rel:"noreferrer",onClick:o=>{e.follow(s)&&o.preventDefault()},children:gn(r,e)},i)}case"text":case"escape":{let{tokens:s,text:r}=t;return s===void 0?FT(r):gn(s,e)}default:return t.raw}})}function FT(n){return n.replaceAll("&lt;","<").replaceAll("&gt;",">").replaceAll("&quot;",'"').replaceAll("&#39;","'").replaceAll("&amp;","&")}var il="example-game";function Vv(n){return n.file!==null?/\.(rules|toml)$/.test(n.file):jv(n.page)&&/^(rules|toml)\b/.test(n.info)||n.info==="rules"}function Uv(n){let e=Ft.find(i=>i.name===n.page);if(e===void 0)return null;let t=[...mn(e).blocks.values()];return n.file!==null?qT(n,t):jv(n.page)?$T(n,t):null}function jv(n){return n==="language"||n==="units"}function qT(n,e){let t=zv(n),i=e.some(h=>h.replaces!==null),s=e.filter(h=>h.file!==null&&zv(h)===t&&(!i||h.number<=n.number)),r=new Map;for(let h of s)h.file===null||!/\.(rules|toml)$/.test(h.file)||r.set(h.file,NT(r.get(h.file),h));let o=n.file??"",a=r.get(o)??"",l=a.indexOf(n.text.split(`
`)[0]??"");return{texts:[...r].map(([h,c])=>({path:h,text:c})),path:o,line:Gv(a,l)}}function NT(n,e){if(n===void 0)return e.text;if(e.replaces===null)return`${n}
${e.text}`;let t=n.split(`
`),i=t.findIndex(r=>r.startsWith(e.replaces??""));if(i<0)return`${n}
${e.text}`;let s=i+1;for(;s<t.length&&(t[s]===""||/^\s/.test(t[s]??""));)s+=1;for(;t[s-1]==="";)s-=1;return[...t.slice(0,i),...e.text.trimEnd().split(`
`),...t.slice(s)].join(`
`)}function $T(n,e){let t=`rules/${il}/game.rules`,i=`units/${il}/units.toml`,s=h=>e.filter(c=>c.info===h&&c.file===null).map(c=>c.text).join(`
`),r=[{path:t,text:s("rules")},{path:i,text:s("toml")}].filter(({text:h})=>h!==""),o=n.info.startsWith("toml");if(n.info==="rules"||n.info==="toml"){let h=o?i:t,c=r.find(d=>d.path===h)?.text??"";return{texts:r,path:h,line:Gv(c,c.indexOf(n.text))}}let a=/^variant ([\w-]+)/m.exec(n.text)?.[1],l=a!==void 0?`rules/${a}/${a}.rules`:o?`units/${il}/more.toml`:`rules/${il}/more.rules`;return{texts:[...r,{path:l,text:n.text}],path:l,line:0}}function zv(n){return n.file?.split("/")[1]??""}function Gv(n,e){return e<=0?0:n.slice(0,e).split(`
`).length-1}function Pd(n){let e=HT(n.trim()),[t,i,s]=e;if(t!=="sandtable"||s===void 0)return null;if(i==="play")return s.includes("/")?{does:"play",scenario:s}:null;if(i!=="odds"&&i!=="roll")return null;let r={ruleset:s,ask:"",given:[],options:[],variants:[],compare:[],only:""},o=null;for(let a=3;a<e.length;a+=1){let l=e[a]??"",h=e[a+1]??"",c=Dd(l);if(l.startsWith("--"))if(a+=1,l==="--option")r.options.push(Dd(h)??[h,"on"]);else if(l==="--with")r.variants.push(h);else if(l==="--only")r.only=h;else if(l==="--compare")r.compare.push(Dd(h)??[h,""]);else if(l==="--dice")o=h.split(",");else return null;else if(c!==null)r.given.push(c);else if(r.ask==="")r.ask=l;else return null}return r.ask===""?null:i==="odds"?{does:"odds",record:r}:{does:"roll",record:r,dice:o}}function Dd(n){let e=n.indexOf("=");return e>0?[n.slice(0,e),n.slice(e+1)]:null}function HT(n){return(n.match(/(?:[^\s"]+|"[^"]*")+/g)??[]).map(t=>t.replaceAll('"',""))}function sl(n,e){let t=Uv(e);if(t===null){Oe(n,"This snippet is not whole: copy it into a game of yours.");return}Zi(n,t.texts,`open a snippet of the page “${e.page}”`,t.path);let i=t.path.split("/")[1];i!==void 0&&n.question.choose(i,null);let s={line:t.line,character:0};n.desk.go({uri:n.texts.uri(t.path),range:{start:s,end:s}}),n.screen.pane.value="text",Oe(n,`Opened in ${t.path}.`,!0)}function Kv(n){return Pd(n)!==null}function Yv(n,e){let t=Pd(e);if(t!==null){if(t.does==="play"){n.play(t.scenario);return}n.question.put(t.record),t.does==="roll"?(n.trace.set(t.dice,[]),n.screen.show("trace")):n.screen.show("odds")}}function pt(n,e,t=`${e}s`){return`${n.toLocaleString("en")} ${n===1?e:t}`}function es(n){return`${n.toFixed(2)} %`}function rl(n,e=Date.now()){let t=Math.round((e-n)/6e4);if(t<1)return"just now";if(t<60)return`${pt(t,"minute")} ago`;let i=Math.round(t/60);return i<24?`${pt(i,"hour")} ago`:new Date(n).toLocaleString("en-GB",{dateStyle:"medium",timeStyle:"short"})}var WT={tutorial:"Write a small skirmish game, from the first table to a whole night.",language:"Every construct, each with a snippet and its typical mistake.",patterns:"Mechanisms to copy: combat, morale, supply, cards.",units:"Pieces, their stats and weapons, in files of their own.",maps:"Hexes, squares, tables and areas with their terrain.",boards:"Places, distance, lines of sight, movement.",scenarios:"Set a game up, and play it.",odds:"Questions about chances, tables and comparisons.","why-not":"Why a rule refuses something.",drafts:"From a rulebook in Markdown to rules that run."};function Jv(){let n=M(),{library:e,screen:t}=n,i=n.shared.value;return u("article",{class:"scroll padded start",children:[i!==null&&u(GT,{}),u("h2",{class:"page-title",children:"Rules, odds and the board, side by side"}),u("p",{class:"lead",children:"Write rules as in a rulebook. You see at once what is wrong with them, the exact chances of every roll, and how they play."}),u("h3",{children:"Start a game of your own"}),u(zT,{}),u("h3",{children:"Learn"}),u("ul",{class:"cards",children:Ft.map(r=>u("li",{children:u("button",{type:"button",class:"card",onClick:()=>t.page.value=r.name,children:[u("b",{children:r.title}),u("span",{children:WT[r.name]??""})]})},r.name))}),u("h3",{children:"Look into a book"}),u("ul",{class:"cards",children:e.books.value.map(r=>u("li",{children:u("button",{type:"button",class:"card",onClick:()=>s(r.name),children:[u("b",{children:r.title}),u("span",{children:[r.files.filter(o=>o.kind==="rules").length," texts of rules",r.scenarios.length>0?`, ${pt(r.scenarios.length,"scenario")}`:""]})]})},r.name))}),u("h3",{children:"Open a link"}),u(UT,{}),u("h3",{children:"Take a pattern"}),u(jT,{})]});function s(r){n.openRuleset(r),t.show("odds")}}function zT(){let n=M(),[e,t]=G(null),[i,s]=G(null);return re(()=>{xv(n).then(t,r=>s(z.from(r)))},[n]),i!==null?u(He,{failure:i,title:"The starters cannot be listed"}):u("ul",{class:"cards",children:(e??[]).map(r=>u(VT,{...r},r.from))})}function VT({from:n,title:e,about:t}){let i=M(),[s,r]=G(null);if(s===null)return u("li",{children:u("button",{type:"button",class:"card",onClick:()=>r(`my-${n}`),children:[u("b",{children:e}),u("span",{children:t})]})});let o=/^[a-z][a-z0-9]*(?:-[a-z][a-z0-9]*)*$/.test(s);return u("li",{children:u("form",{class:"card",onSubmit:a=>{a.preventDefault(),o&&Sv(i,n,s).then(()=>r(null))},children:[u("label",{children:["Name of your game",u("input",{type:"text",value:s,autofocus:!0,"aria-invalid":!o,onInput:a=>r(a.currentTarget.value)})]}),!o&&u("small",{children:"Small letters and digits, words joined by hyphens."}),u("span",{class:"row",children:[u("button",{type:"submit",class:"primary",disabled:!o,children:"Begin"}),u("button",{type:"button",onClick:()=>r(null),children:"Cancel"})]})]})})}function UT(){let n=M(),[e,t]=G(""),i=async s=>{s.preventDefault();let r=await Ja(e.slice(e.indexOf("#")));r===null?Oe(n,"This link holds no game."):n.shared.value=r,t("")};return u("form",{class:"row",onSubmit:s=>{i(s)},children:[u("label",{class:"grow",children:[u("span",{class:"hidden",children:"Link of a studio"}),u("input",{type:"text",class:"wide",placeholder:"A link that somebody has shared",value:e,onInput:s=>t(s.currentTarget.value)})]}),u("button",{type:"submit",disabled:!e.includes("#"),children:"Open"})]})}function jT(){let n=M(),e=Ft.find(a=>a.name==="patterns");if(e===void 0)return null;let{sections:t,tokens:i,blocks:s}=mn(e),r=a=>{let l=i.findIndex(d=>d.type==="heading"&&"text"in d&&d.text===a),h=i.findIndex((d,f)=>f>l&&d.type==="heading"),c=i.slice(l,h<0?void 0:h).find(d=>s.get(d)?.file!=null);return c===void 0?void 0:s.get(c)},o=t.flatMap(a=>{let l=a.depth===2?r(a.title):void 0;return l===void 0?[]:[{...a,block:l}]});return u("ul",{class:"chips",children:o.map(({id:a,title:l,block:h})=>u("li",{children:u("button",{type:"button",class:"chip",onClick:()=>sl(n,h),children:l})},a))})}function GT(){let n=M(),e=n.shared.value;if(e===null)return null;let t=e.texts.filter(s=>{let r=n.texts.get(s.path);return r!==void 0&&r.text!==s.text}),i=()=>{if(Zi(n,e.texts,"open a link"),e.question!==null)n.question.put(e.question),n.screen.show("odds");else{let s=e.texts.find(r=>r.path.startsWith("rules/"))?.path.split("/")[1];s!==void 0&&n.question.choose(s,null)}n.shared.value=null,window.history.replaceState(null,"",window.location.pathname+window.location.search)};return u("section",{class:"shared","aria-label":"The game of the link",children:[u("h2",{children:"This link holds a game"}),u("p",{children:e.texts.length===0?"It asks a question about a book.":`${e.texts.length} texts: ${e.texts.map(s=>s.path).join(", ")}.`}),t.length>0&&u("p",{class:"failed",children:["Opening it changes texts of yours: ",t.map(s=>s.path).join(", "),". You can undo it."]}),u("p",{class:"row",children:[u("button",{type:"button",class:"primary",onClick:i,children:"Open it"}),u("button",{type:"button",onClick:()=>n.shared.value=null,children:"No, thank you"})]})]})}function Xv(){let n=M(),{screen:e}=n,[t="start",i]=e.page.value.split("#"),s=Ft.find(r=>r.name===t);return u("div",{class:"docs",children:[u("nav",{class:"docs-bar","aria-label":"Documentation",children:[u("label",{children:[u("span",{class:"hidden",children:"Page"}),u("select",{value:s===void 0?"start":s.name,onChange:r=>e.page.value=r.currentTarget.value,"aria-label":"Page",children:[u("option",{value:"start",children:"Start"}),Ft.map(r=>u("option",{value:r.name,children:r.title},r.name))]})]}),s!==void 0&&u("label",{children:[u("span",{class:"hidden",children:"Section"}),u("select",{value:i??"",onChange:r=>e.page.value=r.currentTarget.value===""?s.name:`${s.name}#${r.currentTarget.value}`,"aria-label":"Section",children:[u("option",{value:"",children:"Sections"}),mn(s).sections.filter(r=>r.depth===2).map(r=>u("option",{value:r.id,children:r.title},r.id))]})]})]}),s===void 0?u(Jv,{}):u(KT,{page:s,section:i??null})]})}function KT({page:n,section:e}){let t=M(),{tokens:i,blocks:s}=mn(n),r=gt(null);return re(()=>{let a=e===null?null:r.current?.querySelector(`#${CSS.escape(e)}`)??null;a!==null?a.scrollIntoView({block:"start"}):r.current?.scrollTo({top:0})},[n,e]),u("article",{class:"scroll padded prose",ref:r,tabIndex:-1,children:u(nl,{tokens:i,around:{code:a=>u(JT,{token:a,block:s.get(a),studio:t}),follow:a=>YT(t,n,a)}})})}function YT(n,e,t){if(t.startsWith("http"))return!1;let[i="",s]=t.split("#"),r=i===""?e.name:i.replace(/\.md$/,"").replace(/^.*\//,"");return Ft.some(o=>o.name===r)&&(n.screen.page.value=s===void 0?r:`${r}#${s}`),!0}function JT({token:n,block:e,studio:t}){let i=n.lang??"",s=i.includes("mistake"),r=i==="sh"?n.text.split(`
`).filter(o=>Kv(o)):[];return u("figure",{class:s?"snippet-box mistake":"snippet-box",children:[e?.file!=null&&u("figcaption",{children:e.file}),s&&u("figcaption",{children:"A mistake"}),u("pre",{class:`snippet ${i==="text"?"printed":""}`,tabIndex:0,children:$v(n.text,i)}),u("div",{class:"snippet-tools",children:[e!==void 0&&Vv(e)&&u("button",{type:"button",onClick:()=>sl(t,e),children:s?"Open the mistake":"Open"}),r.map(o=>u("button",{type:"button",title:o,onClick:()=>Yv(t,o),children:r.length>1?`Show ${o.split(" ").slice(2,4).join(" ")}`:"Show it here"},o)),/^(rules|toml)/.test(i)&&u("button",{type:"button",onClick:()=>{Bn(t,n.text,"The snippet is")},children:"Copy"})]})]})}function ol(n,e){return e!==void 0?"There is a text with this path.":/^[\w-]+(?:\/[\w-]+)*\/?[\w-]+\.(?:rules|toml|md)$/.test(n)?"":"Write a path such as rules/my-game/combat.rules or units/my-game/units.toml."}function eb(){let{library:n,texts:e,desk:t}=M(),i=new Set(n.rulesets.value.flatMap(r=>[...r.files,...r.scenarios].map(o=>o.path))),s=e.list.value.filter(r=>!r.builtIn&&!i.has(r.path));return u("div",{class:"scroll",children:[u("h2",{children:"Your games"}),n.failed.value!==null&&u("p",{class:"failed",children:["The list cannot be read: ",n.failed.value]}),n.own.value.map(r=>u(Zv,{ruleset:r},r.name)),s.length>0&&u("details",{open:n.own.value.length===0,children:[u("summary",{children:"Other texts"}),u("ul",{children:s.map(r=>u("li",{children:u(Od,{uri:r.uri,name:r.path})},r.path))})]}),u(ZT,{}),u(eM,{}),u("h2",{children:"Books"}),n.books.value.map(r=>u(Zv,{ruleset:r},r.name)),t.file.value===void 0&&n.own.value.length===0&&u(XT,{})]})}function XT(){let n=M();return u("p",{class:"hint-text",children:["Nothing of yours yet."," ",u("button",{type:"button",class:"link",onClick:()=>pn(n),children:"Start a game"})]})}function Zv({ruleset:n}){let e=M(),{desk:t,question:i}=e,s=i.ruleset.value===n.name,r=t.file.value,o=r!==void 0&&[...n.files,...n.scenarios].some(l=>l.uri===r.uri),a=[["Rules",n.files.filter(l=>l.kind==="rules"||l.kind==="index")],["Units",n.files.filter(l=>l.kind==="units")],["Maps",n.files.filter(l=>l.kind==="map")]];return u("details",{open:s||o,children:[u("summary",{class:s?"current":"",children:n.title||n.name}),u("ul",{children:[a.filter(([,l])=>l.length>0).map(([l,h])=>u("li",{children:[u("span",{class:"group",children:l}),u("ul",{children:h.map(c=>u("li",{children:u(Od,{uri:c.uri,name:Qv(c.path),ruleset:n.name})},c.path))})]},l)),n.scenarios.length>0&&u("li",{children:[u("span",{class:"group",children:"Scenarios"}),u("ul",{children:n.scenarios.map(l=>u("li",{class:"row",children:[u(Od,{uri:l.uri,name:Qv(l.path),ruleset:n.name}),u("button",{type:"button",class:"small",onClick:()=>e.play(l.name),"aria-label":`Play ${l.name}`,children:"Play"})]},l.path))})]})]})]})}function Qv(n){return n.slice(n.lastIndexOf("/")+1)}function Od({uri:n,name:e,ruleset:t}){let{desk:i,findings:s,question:r,screen:o}=M(),a=s.byUri.value.get(n)??[],l=a.filter(f=>f.severity==="error").length,h=a.filter(f=>f.severity==="warning").length,c={line:0,character:0},d=async()=>{t!==void 0&&r.ruleset.value!==t&&r.choose(t,null),await i.display(n)===null&&await i.go({uri:n,range:{start:c,end:c}}),o.pane.value="text"};return u("button",{type:"button",class:"file","aria-current":i.file.value?.uri===n,onClick:()=>{d()},children:[u("span",{class:"name",children:e}),l>0&&u("span",{class:"count bad",title:`${l} errors`,children:l}),l===0&&h>0&&u("span",{class:"count warn",title:`${h} warnings`,children:h})]})}function ZT(){let n=M(),[e,t]=G(null),[i,s]=G("");if(e===null){let o=n.question.ruleset.value,a=o!==null&&n.library.get(o)?.own===!0;return u("p",{class:"row",children:[u("button",{type:"button",class:"link",onClick:()=>t(a?`rules/${o}/`:"rules/my-game/my-game.rules"),children:"New text"}),u("button",{type:"button",class:"link",onClick:()=>pn(n),children:"New game"})]})}return u("form",{onSubmit:o=>{o.preventDefault();let a=ol(e,n.texts.get(e));s(a),a===""&&(n.acts.perform(`create ${e}`,()=>n.texts.put(e,QT(e))),n.desk.open(e),t(null))},class:"new-file",children:[u("label",{children:["Path of the new text",u("input",{type:"text",value:e,onInput:o=>t(o.currentTarget.value),autofocus:!0,"aria-invalid":i!==""})]}),i!==""&&u("p",{class:"failed",children:i}),u("button",{type:"submit",class:"primary",children:"Create"}),u("button",{type:"button",onClick:()=>t(null),children:"Cancel"})]})}function QT(n){let e=n.split("/"),[t,i]=e;return t==="rules"&&i!==void 0&&e[2]===`${i}.rules`?`ruleset ${i} "${i}"
`:""}function eM(){let{outline:n}=M(),e=n.items.value;return e.length===0?null:u(H,{children:[u("h2",{children:"In this text"}),u("ul",{class:"outline",children:e.map(t=>u(tb,{item:t},`${t.name} ${t.range.start.line}`))})]})}function tb({item:n}){let{desk:e,screen:t}=M(),i=n.children??[],s=n.kind===3;return u("li",{children:[u("button",{type:"button",class:s?"file section":"file",onClick:()=>{let o=e.file.value;o!==void 0&&e.go({uri:o.uri,range:n.selectionRange}),t.pane.value="text"},title:n.detail,children:u("span",{class:"name",children:n.name})}),s&&i.length>0&&u("ul",{children:i.map(o=>u(tb,{item:o},`${o.name} ${o.range.start.line}`))})]})}function nb(){let n=M(),{desk:e,versions:t,saving:i,acts:s}=n,r=e.file.value,o=i.state.value,[a,l]=G([]),[h,c]=G(null);re(()=>{let f=!0;return c(null),r===void 0||r.builtIn?l([]):t.of(r.path).then(p=>f&&l(p)),()=>{f=!1}},[r,t,o]);let d=f=>{n.acts.perform(`restore ${f.path}`,()=>n.texts.put(f.path,f.text)),n.notice.value={text:`${f.path} is as it was ${rl(f.time)}.`,undo:!0}};return u("div",{class:"scroll padded",children:[u("h2",{class:"pane-title",children:"Undo across all texts"}),u("p",{class:"row",children:[u("button",{type:"button",disabled:s.done.value.length===0,onClick:()=>n.undo(),children:"Undo"}),u("button",{type:"button",disabled:s.undone.value.length===0,onClick:()=>n.redo(),children:"Redo"})]}),s.done.value.length===0?u("p",{class:"quiet",children:"Nothing has been changed since this page was opened."}):u("ol",{class:"acts",children:s.done.value.slice(-12).toReversed().map(f=>u("li",{children:[Bt(f.title)," ",u("small",{children:rl(f.time)})]},`${f.time} ${f.title}`))}),u("h2",{class:"pane-title",children:r===void 0||r.builtIn?"Versions":`Versions of ${r.name}`}),a.length===0&&u("p",{class:"quiet",children:"Every save of a text of yours is kept here, in this browser."}),u("ul",{class:"versions",children:a.map(f=>u("li",{children:[u("button",{type:"button",class:"link","aria-expanded":h?.id===f.id,onClick:()=>c(h?.id===f.id?null:f),children:rl(f.time)}),u("small",{children:[f.text.split(`
`).length-1," lines"]}),f.text===r?.text?u("small",{children:"as now"}):u("button",{type:"button",class:"small",onClick:()=>d(f),children:"Restore"}),h?.id===f.id&&u("pre",{class:"snippet",tabIndex:0,children:f.text})]},f.id))})]})}function al({label:n,tabs:e,chosen:t,choose:i,children:s}){let r=Er();return u(H,{children:[u("div",{class:"tabs",role:"tablist","aria-label":n,onKeyDown:a=>{let l={ArrowRight:1,ArrowLeft:-1}[a.key];if(l===void 0)return;let h=e.findIndex(d=>d.name===t),c=e[(h+l+e.length)%e.length];c!==void 0&&(a.preventDefault(),i(c.name),document.getElementById(`${r}-${c.name}`)?.focus())},children:e.map(({name:a,title:l,note:h})=>u("button",{id:`${r}-${a}`,type:"button",role:"tab","aria-selected":a===t,"aria-controls":`${r}-panel`,tabIndex:a===t?0:-1,onClick:()=>i(a),children:[l,h!==void 0&&u("span",{class:"count",children:h})]},a))}),u("div",{class:"panel",id:`${r}-panel`,role:"tabpanel","aria-labelledby":`${r}-${t}`,tabIndex:-1,children:s})]})}function ib(){let{commands:n,question:e,back:t}=M(),i=e.ruleset.value,s=n.examples.value,r=t.work.value?.slot==="example";return u("div",{class:"scroll",children:[u("p",{class:"row",children:[u("button",{type:"button",disabled:i===null||r,onClick:()=>i!==null&&void n.runExamples(i),children:"Run all examples"}),r&&u("span",{class:"quiet",children:"running …"})]}),s instanceof z&&u(He,{failure:s,title:"The examples cannot be run"}),s!==null&&!(s instanceof z)&&s.rulesets.map(o=>u("section",{children:[u("h3",{class:"quiet-title",children:[pt(o.passed,"example")," passed",o.failed>0?`, ${o.failed} failed`:""]}),u("ul",{class:"examples",children:o.examples.toSorted((a,l)=>Number(a.passed)-Number(l.passed)).map(a=>u("li",{class:a.passed?"passed":"failed-example",children:[u("span",{class:"mark","aria-hidden":"true",children:a.passed?"✓":"✗"}),u("div",{children:[a.title," ",a.sections.map(l=>u("span",{class:"cite",children:l},l)),a.findings.map(l=>u("p",{class:"help",children:[l.message,l.labels[0]!==void 0&&l.labels[0].text!==""?`: ${l.labels[0].text}`:""]},l.message))]})]},a.title))})]},o.ruleset))]})}function sb(){let{commands:n,texts:e,desk:t,load:i}=tM(),s=n.uses.value;return re(()=>{for(let r of s?.places??[])e.byUri(r.uri)===void 0&&i(r.uri)},[s,e,i]),s===null?u("p",{class:"sound",children:"Choose “used 3 times” above a declaration to see where it is used."}):(e.list.value,u("div",{class:"scroll",children:[u("h3",{class:"quiet-title",children:["Uses of ",u("code",{children:s.name})]}),s.places.length===0&&u("p",{class:"quiet",children:"Nothing uses it."}),u("ul",{class:"uses",children:s.places.map(r=>{let o=e.byUri(r.uri),a=r.range.start.line+1,l=o!==void 0&&a<=o.doc.lines?o.doc.line(a).text.trim():"";return u("li",{children:u("button",{type:"button",onClick:()=>{t.go(r)},children:[u("span",{class:"where",children:[o?.name??r.uri.slice(r.uri.lastIndexOf("/")+1),", line ",a]}),u("code",{children:l})]})},`${r.uri} ${a} ${r.range.start.character}`)})})]}))}function tM(){let n=M();return{commands:n.commands,texts:n.texts,desk:n.desk,load:e=>n.load(e).catch(()=>null)}}function rb(){let{screen:n,findings:e,commands:t,desk:i}=M(),s=e.all.value,r=i.findings.value.length,o=s.length===0?{}:{note:r===s.length?String(s.length):`${r} of ${s.length}`},a=t.uses.value;return u(al,{label:"Below the text",tabs:[{name:"findings",title:"Findings",...o},{name:"uses",title:"Uses",...a===null?{}:{note:String(a.places.length)}},{name:"examples",title:"Examples"}],chosen:n.lower.value,choose:l=>n.lower.value=l,children:[n.lower.value==="findings"&&u(Q0,{}),n.lower.value==="uses"&&u(sb,{}),n.lower.value==="examples"&&u(ib,{})]})}var ob=6;function ll({assumed:n}){let{question:e}=M(),[t,i]=G(!1);if(n.length===0)return null;let s=t||n.length<=ob?n:n.slice(0,ob-1),r=o=>{let a=document.querySelector(`.field[data-key="${CSS.escape(o)}"]`),l=a?.querySelector("input, select, button"),h=a?.closest("details");h!=null&&(h.open=!0),a?.scrollIntoView({block:"center"}),l?.focus(),a===null&&!e.extra.value.some(([c])=>c===o)&&(e.extra.value=[...e.extra.value,[o,""]])};return u("p",{class:"assumed",children:["Assumed:"," ",s.map((o,a)=>u("span",{children:[a>0&&", ",u("button",{type:"button",class:"link",title:"Change this",onClick:()=>r(o.fact),children:nM(o)}),o.lacks_map&&u("small",{children:" (there is no map to measure it on)"}),o.beside!==null&&u("small",{children:[" (",o.beside," is given and measures the same)"]})]},o.fact)),s.length<n.length&&u(H,{children:[" ","and"," ",u("button",{type:"button",class:"link",onClick:()=>i(!0),children:[n.length-s.length," more"]})]}),"."]})}function nM({title:n,value:e}){let t=n.charAt(0).toLowerCase()+n.slice(1);return e==="no"||e==="yes"?`${t}: ${e}`:`${t} ${e}`}function ui(n){if(n.length<=19)return n;let[e="",t=""]=n.split("/");return`${e.slice(0,5)}…/${t.slice(0,5)}…`}function lb({odds:n}){let e=M(),[t,i]=G("exactly"),s=h=>{e.screen.show("trace"),e.trace.find(h)},r=()=>{e.trace.why.value=!0,e.screen.show("trace")},o=n.outcomes.some(h=>h.at_least!==null),a=o?t:"exactly",l=Math.max(...n.outcomes.map(h=>h.percent),1e-6);return u(H,{children:[u("h2",{class:"asked",children:n.question}),n.modifiers.map(h=>u(iM,{list:h},h.title)),n.given!==null&&u("p",{class:"quiet",children:["Given ",n.given.condition,": ",n.given.chance," of all cases, ",es(n.given.percent)]}),o&&u("span",{class:"segments",role:"group","aria-label":"Chance of",children:["exactly","at least","at most"].map(h=>u("button",{type:"button","aria-pressed":a===h,onClick:()=>i(h),children:h==="exactly"?"exactly":`this or ${h==="at least"?"more":"less"}`},h))}),u("table",{class:"bars",children:[u("thead",{class:"hidden",children:u("tr",{children:[u("th",{scope:"col",children:"Outcome"}),u("th",{scope:"col",children:"Bar"}),u("th",{scope:"col",children:"Fraction"}),u("th",{scope:"col",children:"Percent"})]})}),u("tbody",{children:n.outcomes.map(h=>{let c=a==="at least"?h.at_least??0:a==="at most"?h.at_most??0:h.percent,d=a==="exactly"?l:100;return u("tr",{children:[u("th",{scope:"row",children:u("button",{type:"button",class:"outcome-link",title:"Show how this comes about",onClick:()=>s(h.outcome),children:h.outcome})}),u("td",{class:"bar-cell","aria-hidden":"true",children:u("span",{class:"bar",style:{inlineSize:`${100*c/d}%`}})}),u("td",{class:"figure",children:a==="exactly"&&u("button",{type:"button",class:"fraction",title:`Copy ${h.chance.length>60?"the fraction":h.chance}`,onClick:()=>{Bn(e,h.chance,"The fraction is")},children:ui(h.chance)})}),u("td",{class:"figure",children:[es(c),h.between!==null&&u("small",{children:` (${h.between[0].toFixed(1)} to ${h.between[1].toFixed(1)})`})]})]},h.outcome)})})]}),n.outcomes.some(h=>h.values.refused===!0)&&u("p",{children:u("button",{type:"button",class:"link",onClick:r,children:"Why is it refused?"})}),n.mean!==null&&u("p",{class:"mean",children:["mean ",u("b",{children:n.mean.toFixed(4)}),n.spread!==null&&u(H,{children:[", standard deviation ",n.spread.toFixed(4)]})]})]})}function iM({list:n}){let e=M(),t=e.question.ruleset.value??void 0;return u("p",{class:"modifiers",children:[u("b",{children:[n.title,":"]})," ",n.lines.map((i,s)=>u("span",{class:"modifier",children:[ab(i.amount)," ",i.label,i.sections.map(r=>u("button",{type:"button",class:"cite",onClick:()=>e.showSection(t,r),children:r},r))]},`${i.label} ${s}`)),u("span",{class:"modifier total",children:["= ",ab(n.total)]})]})}function ab(n){return n<0?`−${-n}`:`+${n}`}function hb({odds:n}){let e=Math.max(...n.outcomes.flatMap(i=>[i.first?.percent??0,i.second?.percent??0]),1e-6),t=i=>`${100*(i??0)/e}%`;return u(H,{children:[u("h2",{class:"asked",children:n.first.question}),u("p",{class:"asked second",children:[u("span",{class:"second-mark","aria-hidden":"true"})," ",n.second.question]}),u("table",{class:"bars compared",children:[u("thead",{children:u("tr",{children:[u("th",{scope:"col",children:"Outcome"}),u("th",{scope:"col",children:u("span",{class:"hidden",children:"Bars"})}),u("th",{scope:"col",class:"figure",children:"first"}),u("th",{scope:"col",class:"figure",children:"second"}),u("th",{scope:"col",class:"figure",children:"difference"})]})}),u("tbody",{children:n.outcomes.map(i=>u("tr",{children:[u("th",{scope:"row",children:i.outcome}),u("td",{class:"bar-cell","aria-hidden":"true",children:[u("span",{class:"bar",style:{inlineSize:t(i.first?.percent)}}),u("span",{class:"bar two",style:{inlineSize:t(i.second?.percent)}})]}),u("td",{class:"figure",title:i.first?.chance,children:[es(i.first?.percent??0),u("small",{children:ui(i.first?.chance??"0")})]}),u("td",{class:"figure",title:i.second?.chance,children:[es(i.second?.percent??0),u("small",{children:ui(i.second?.chance??"0")})]}),u("td",{class:`figure change ${i.difference>0?"up":i.difference<0?"down":""}`,children:hl(i.difference)})]},i.outcome))})]}),n.first.mean!==null&&n.second.mean!==null&&u("p",{class:"mean",children:["mean ",u("b",{children:n.first.mean.toFixed(4)}),", then ",u("b",{children:n.second.mean.toFixed(4)})," (",hl(n.second.mean-n.first.mean),")"]})]})}function hl(n){return Math.abs(n)<.005?"0":`${n>0?"+":"−"}${Math.abs(n).toFixed(2)}`}var sM=new Set(["chance","percent","between","mean","spread","refused","never_given","left_out","not_begun","given","second","difference"]);function ts(n){let e=[];for(let l of n.cells)for(let h of Object.keys(l))!sM.has(h)&&!e.includes(h)&&e.push(h);let t=oM(n,e),[i="",s]=t,r=l=>l===void 0?[""]:[...new Set(n.cells.map(h=>String(h[l]??"")))],o=new Map(n.cells.map(l=>[`${String(l[i]??"")}
${s===void 0?"":String(l[s]??"")}`,l])),a=n.cells.flatMap(l=>[Zt(l),Zt(l.second)]).filter(l=>l!==null);return{keys:t,rows:r(i),columns:r(s),cell:(l,h)=>o.get(`${l}
${h}`),range:[Math.min(0,...a),Math.max(...a,0)],isMean:n.cells.some(l=>l.mean!==void 0)}}var rM=8;function cl(n){let e=[],t=null;for(let i of n.rows){let s=JSON.stringify(n.columns.map(a=>({...n.cell(i,a),[n.keys[0]??""]:void 0}))),r=e.at(-1),o=r!==void 0&&Number(i)===Number(r[1])+1;n.rows.length>rM&&o&&s===t?r[1]=i:e.push([i,i]),t=s}return e}function oM(n,e){let t=i=>n.cells.filter((s,r)=>r>0&&s[i]!==n.cells[r-1]?.[i]).length;return e.toSorted((i,s)=>t(i)-t(s))}function Zt(n){return n?.percent??n?.mean??null}function ul(n){return n?.refused===!0?"refused":n?.never_given===!0?"never":n?.not_begun===!0?"not reached":"–"}var dl=560,fl=150,gr=46,aM=22,lM=4,hM=4,cM=["","6 3","2 3","8 3 2 3"];function cb({table:n,read:e,title:t}){let i=e.rows.map(Number);if(!(e.rows.length>=hM&&e.columns.length<=lM&&i.every(Number.isFinite)))return null;let[,r]=e.range,o=e.isMean?r:100,a=Math.min(...i),l=Math.max(...i),h=f=>gr+(dl-gr-70)*(f-a)/Math.max(1,l-a),c=f=>8+(fl-aM-8)*(1-f/Math.max(o,1e-4)),d=[0,.5,1].map(f=>f*o);return u("svg",{class:"lines",viewBox:`0 0 ${dl} ${fl}`,role:"img","aria-label":`${n.name} by ${t}; the table below has the figures`,children:[d.map(f=>u("g",{children:[u("line",{class:"grid",x1:gr,x2:dl-70,y1:c(f),y2:c(f)}),u("text",{x:gr-6,y:c(f)+4,"text-anchor":"end",children:e.isMean?f.toFixed(1):`${f} %`})]},f)),[a,l].map(f=>u("text",{x:h(f),y:fl-4,"text-anchor":"middle",children:f},f)),u("text",{x:(gr+dl-70)/2,y:fl-4,"text-anchor":"middle",children:t}),e.columns.map((f,p)=>{let m=e.rows.flatMap((y,v)=>{let w=Zt(e.cell(y,f));return w===null?[]:[[h(i[v]??0),c(w)]]}),g=m.at(-1);return u("g",{class:`line line-${p}`,children:[u("polyline",{points:m.map(y=>y.join(",")).join(" "),"stroke-dasharray":cM[p]}),m.map(([y,v])=>u("circle",{cx:y,cy:v,r:"2.5"},y)),f!==""&&g!==void 0&&u("text",{x:g[0]+7,y:g[1]+4+uM(p,m,e,f),children:f})]},f)})]})}function uM(n,e,t,i){let s=t.rows.at(-1)??"",r=Zt(t.cell(s,i)),o=t.columns.slice(0,n).filter(a=>Math.abs((Zt(t.cell(s,a))??-99)-(r??-1))<8);return e.length===0?0:o.length*12}function ub({table:n}){let{question:e}=M(),t=ts(n),[i="",s]=t.keys,[r,o]=t.range,a=e.form.value,l=p=>a?.fields.find(m=>m.key===p)?.title??p??"",h=(p,m)=>a?.fields.find(g=>g.key===p)?.values.find(g=>g.value===m)?.title??m,c=n.only==="chances",d=(p,m)=>{e.set(i,p),s!==void 0&&s!=="outcome"&&e.set(s,m)},f=a?.asks.find(p=>p.name===n.name);return u(H,{children:[u("h2",{class:"asked",children:[f?.title||n.name,": ",c?"chances":n.only??"mean"]}),u(fM,{}),n.compared_with!==null&&u("p",{class:"quiet",children:["The small figures are the differences with ",n.compared_with,"."]}),u(cb,{table:n,read:t,title:l(i)}),u("div",{class:"scrolls",tabIndex:0,role:"group","aria-label":"Table",children:u("table",{class:"heat",children:[u("caption",{class:"hidden",children:[n.name," by ",t.keys.map(l).join(" and ")]}),u("thead",{children:u("tr",{children:[u("th",{scope:"col",class:"corner",children:[l(i),s!==void 0&&s!=="outcome"&&` \\ ${l(s)}`]}),t.columns.map(p=>u("th",{scope:"col",children:s===void 0?t.isMean?"mean":"chance":h(s,p)},p))]})}),u("tbody",{children:cl(t).map(([p,m])=>u("tr",{children:[u("th",{scope:"row",children:p===m?h(i,p):`${p}–${m}`}),t.columns.map(g=>u(dM,{cell:t.cell(p,g),least:r,most:o,pick:()=>d(p,g)},g))]},p))})]})}),n.remarks.map(p=>u("p",{class:"quiet",children:p},p)),n.left_out.length>0&&u("p",{class:"quiet",children:["Left out: ",n.left_out.map(({what:p,why:m})=>`${p} (${m})`).join(", ")]})]})}function dM({cell:n,least:e,most:t,pick:i}){let s=Zt(n);if(s===null)return u("td",{class:"none",children:ul(n)});let r=t===e?0:(s-e)/(t-e),a=n?.percent===void 0?s.toFixed(2):`${s.toFixed(s===0||s===100?0:1)} %`;return u("td",{style:{"--share":`${Math.round(r*100)}%`},children:u("button",{type:"button",onClick:i,title:`${n?.chance??a}: show this situation alone`,children:[a,n?.difference!=null&&u("small",{children:hl(n.difference)})]})})}function fM(){let{question:n}=M(),e=n.conditions.value,t=n.only.value,i=t!==""&&!e.includes(t)?[...e,t]:e;return i.length===0?null:u("label",{class:"row only",children:["Show",u("select",{value:t,onChange:s=>n.only.value=s.currentTarget.value,children:[u("option",{value:"",children:n.tableKeys.value.length>1?`the chance of: ${e[0]??""}`:"every outcome"}),i.map(s=>u("option",{value:s,children:["the chance of: ",s]},s))]})]})}function db(n){switch(n.schema){case"sandtable/odds/1":return Rd(pM(n));case"sandtable/compare/1":return Rd(mM(n));case"sandtable/table/1":return Rd(gM(n))}}function pM(n){return[["outcome","fraction","percent","at least","at most"],...n.outcomes.map(t=>[t.outcome,t.chance,String(t.percent),String(t.at_least??""),String(t.at_most??"")])]}function mM(n){let e=["outcome","first","first percent","second","second percent","difference"],t=n.outcomes.map(i=>[i.outcome,i.first?.chance??"0",String(i.first?.percent??0),i.second?.chance??"0",String(i.second?.percent??0),String(i.difference)]);return[e,...t]}function gM(n){let{keys:e}=ts(n),t=[...e,"fraction","percent","mean","std dev"],i=n.cells.map(s=>[...e.map(r=>String(s[r]??"")),s.chance??"",String(s.percent??""),String(s.mean??""),String(s.spread??"")]);return[t,...i]}function Rd(n){return n.map(e=>e.map(yM).join(",")).join(`
`)+`
`}function yM(n){let e=/^[=+@]/.test(n)?`'${n}`:n;return/[",\n]/.test(e)?`"${e.replaceAll('"','""')}"`:e}var yr="#24211b",pl="#655e4f",vM="#7d9cba",fb="#c98b5e",mb="#fffdf8",bM=[127,173,217],wM=[237,242,247],di=24,_d=640;function Ld(n){switch(n.schema){case"sandtable/odds/1":{let e=Math.max(...n.outcomes.map(i=>i.percent),1e-6),t=n.outcomes.map(i=>({name:i.outcome,bars:[i.percent/e],figures:[ui(i.chance),`${i.percent.toFixed(2)} %`]}));return pb([n.question],t)}case"sandtable/compare/1":{let e=Math.max(...n.outcomes.flatMap(i=>[i.first?.percent??0,i.second?.percent??0]),1e-6),t=n.outcomes.map(i=>({name:i.outcome,bars:[(i.first?.percent??0)/e,(i.second?.percent??0)/e],figures:[`${(i.first?.percent??0).toFixed(2)} %`,`${(i.second?.percent??0).toFixed(2)} %`]}));return pb([n.first.question,n.second.question],t)}case"sandtable/table/1":return kM(n)}}function pb(n,e){let t=Math.min(240,24+7.4*Math.max(...e.map(o=>o.name.length),4)),i=_d-210,s=n.map((o,a)=>In(16,28+a*di,o,a===0?yr:fb,"bold")),r=28+n.length*di;return e.forEach((o,a)=>{let l=r+a*di;s.push(In(16,l+4,o.name,yr));let h=14/o.bars.length;o.bars.forEach((c,d)=>{let f=Math.max(0,(i-t)*c).toFixed(1);s.push(`<rect x="${t}" y="${l-8+d*h}" width="${f}" height="${h}" rx="2" fill="${d===0?vM:fb}"/>`)}),o.figures.forEach((c,d)=>s.push(In(i+90+d*100,l+4,c,d===0?yr:pl,"normal","end")))}),gb(_d,r+e.length*di+4,s)}function kM(n){let e=ts(n),[t,i]=e.range,s=Math.min(220,24+7.4*Math.max(...e.rows.map(l=>l.length),(e.keys[0]??"").length)),r=74,o=[In(16,28,`${n.name}: ${n.only??""}`,yr,"bold"),In(16,56,e.keys.join(" \\ "),pl)];e.columns.forEach((l,h)=>o.push(In(s+h*r+r/2,56,l,pl,"normal","middle")));let a=cl(e);return a.forEach(([l,h],c)=>{let d=66+c*di;o.push(In(16,d+16,l===h?l:`${l}–${h}`,pl)),e.columns.forEach((f,p)=>{let m=e.cell(l,f),g=Zt(m),y=g===null||i===t?0:(g-t)/(i-t),v=g===null?ul(m):m?.percent===void 0?g.toFixed(2):`${g.toFixed(1)} %`,w=g===null?mb:xM(y);o.push(`<rect x="${s+p*r}" y="${d}" width="${r-2}" height="${di-2}" fill="${w}"/>`),o.push(In(s+p*r+r/2-1,d+16,v,yr,"normal","middle"))})}),gb(Math.max(_d,s+e.columns.length*r+16),66+a.length*di+14,o)}function xM(n){return`rgb(${wM.map((t,i)=>Math.round(t+((bM[i]??0)-t)*n)).join(",")})`}function In(n,e,t,i,s="normal",r="start"){return`<text x="${n}" y="${e}" fill="${i}" font-weight="${s}" text-anchor="${r}">${SM(t)}</text>`}function SM(n){return n.replaceAll("&","&amp;").replaceAll("<","&lt;").replaceAll(">","&gt;").replaceAll('"',"&quot;")}function gb(n,e,t){return{svg:`${`<svg xmlns="http://www.w3.org/2000/svg" width="${n}" height="${e}" viewBox="0 0 ${n} ${e}" font-family="system-ui, sans-serif" font-size="13">`}<rect width="100%" height="100%" fill="${mb}"/>${t.join("")}</svg>`,width:n,height:e}}async function yb({svg:n,width:e,height:t}){let i=new Image;i.src=`data:image/svg+xml;charset=utf-8,${encodeURIComponent(n)}`,await i.decode();let s=document.createElement("canvas");return s.width=e*2,s.height=t*2,s.getContext("2d")?.drawImage(i,0,0,s.width,s.height),new Promise((r,o)=>s.toBlob(a=>a===null?o(new Error("the browser draws no picture")):r(a),"image/png"))}function vb({answer:n}){let e=M(),{odds:t,took:i}=n,s=`${n.record.ruleset}-${n.record.ask}`,r=async()=>{try{let o=yb(Ld(t));await navigator.clipboard.write([new ClipboardItem({"image/png":o})]),Oe(e,"The picture is copied.")}catch(o){Oe(e,`The picture cannot be copied: ${Yt(o)}`)}};return u(H,{children:[u("p",{class:"tools",children:[u("button",{type:"button",onClick:()=>e.screen.show("trace"),children:"Roll it once"}),u("button",{type:"button",onClick:()=>{Bn(e,db(t),"The table is")},children:"Copy CSV"}),u("button",{type:"button",onClick:()=>{r()},children:"Copy picture"}),u("button",{type:"button",onClick:()=>Ad(new Blob([Ld(t).svg],{type:"image/svg+xml"}),`${s}.svg`),children:"SVG"})]}),(n.record.sample!==void 0||n.record.policy!==void 0)&&u("p",{class:"quiet",children:[n.record.policy!==void 0&&`Where the rules do not decide, ${n.record.policy==="first"?"the first option is chosen":"chance decides"}. `,u("button",{type:"button",class:"link",onClick:()=>(e.question.sample.value=null,e.question.policy.value=null),children:"Ask exactly again"})]}),u("p",{class:"quiet how",children:[t.schema==="sandtable/odds/1"&&t.runs!==null?pt(t.runs,"roll"):"exact",t.schema==="sandtable/odds/1"&&t.states>1&&`, ${pt(t.states,"game state")}`,", ",i<10?i.toFixed(1):Math.round(i)," ms"]})]})}var bb=1e5;function CM({failure:n}){let{question:e}=M(),t=n.findings?.findings.map(i=>i.code)??[];return t.includes("E0506")?u("p",{class:"tools",children:u("button",{type:"button",class:"primary",onClick:()=>e.sample.value=bb,children:["Estimate it by ",bb.toLocaleString("en")," rolls"]})}):t.includes("E0534")?u("p",{class:"tools",children:[u("button",{type:"button",class:"primary",onClick:()=>e.policy.value="first",children:"Choose the first option"}),u("button",{type:"button",onClick:()=>e.policy.value="random",children:"Choose at random"})]}):null}function wb(){let{question:n,findings:e}=M(),t=n.answer.value,i=n.failed.value,s=e.all.value.some(o=>o.severity==="error"),r=i!==null&&t!==null;return u("section",{class:"answer","aria-label":"Answer","aria-busy":n.busy.value,children:[i!==null&&u(He,{failure:i,title:s?"The rules have errors now":"There is no answer"}),i!==null&&u(CM,{failure:i}),r&&u("p",{class:"quiet",children:"Below is the last sound answer."}),t===null?i===null&&u("p",{class:"quiet",children:"Calculating …"}):u("div",{class:r?"old":"",children:[t.odds.schema==="sandtable/odds/1"&&u(lb,{odds:t.odds}),t.odds.schema==="sandtable/compare/1"&&u(hb,{odds:t.odds}),t.odds.schema==="sandtable/table/1"&&u(ub,{table:t.odds}),u(ll,{assumed:"assumed"in t.odds?t.odds.assumed:t.odds.first.assumed}),u(vb,{answer:t})]})]})}var AM=[["roll","Rolls"],["action","Actions"],["table","Tables"],["formula","Formulas"],["modifiers","Modifiers"],["sequence","Sequences"]];function gl(){let{question:n,commands:e,desk:t}=M(),i=n.form.value,s=n.ruleset.value,r=i?.asks.find(a=>a.name===n.ask.value),o=e.here();return u("div",{class:"ask-picker",children:[u("label",{class:"hidden",for:"ask",children:"Question"}),u("select",{id:"ask","data-focus":!0,disabled:i===null||s===null,value:n.ask.value??"",onChange:a=>s!==null&&n.choose(s,a.currentTarget.value||null),children:[u("option",{value:"",children:"Choose a rule to ask about"}),AM.map(([a,l])=>{let h=i?.asks.filter(c=>c.sort===a)??[];return h.length>0&&u("optgroup",{label:l,children:h.map(c=>u("option",{value:c.name,children:ml(c)},c.name))},a)})]}),r?.place!=null&&u("button",{type:"button",class:"link",onClick:()=>r.place!==null&&void t.go(r.place),children:"To its text"}),o!==null&&o.name!==r?.name&&u("button",{type:"button",class:"link",onClick:()=>e.askHere(),children:["Ask “",ml(o),"”, at the caret"]})]})}function ml(n){return n.title===""?n.name:n.title}function yl(){let{question:n}=M(),e=n.form.value;if(e===null)return null;let t=e.fields.filter(o=>o.role==="track"),i=e.fields.filter(o=>o.role==="fact"&&o.default!==null),s=i.length>MM?i:[],r=e.fields.filter(o=>!t.includes(o)&&!s.includes(o));return u("form",{class:"question","aria-label":"Situation",onSubmit:o=>o.preventDefault(),children:[u("div",{class:"fields",children:r.map(o=>u(xb,{field:o},o.key))}),u(kb,{title:"Facts with a default",fields:s}),u(kb,{title:"State of the units",fields:t}),u(_M,{}),(e.options.length>0||e.variants.length>0)&&u(LM,{})]})}function kb({title:n,fields:e}){let{question:t}=M(),i=e.filter(s=>t.given.value.has(s.key));return e.length===0?null:u("details",{class:"more",open:i.length>0,children:[u("summary",{children:[n,": ",e.length,i.length>0?`, ${i.length} given`:""]}),u("div",{class:"fields",children:e.map(s=>u(xb,{field:s},s.key))})]})}function xb({field:n}){let{question:e}=M(),t=Er(),i=e.given.value.get(n.key)??"",s=ci(i),r=e.tableKeys.value.filter(h=>h!==n.key),o=n.kind!=="text"&&r.length<2&&(n.kind!=="number"||n.from!==null&&n.to!==null),a=h=>e.set(n.key,h),l=()=>a(s?Sb(n):RM(n));return u("div",{class:"field","data-key":n.key,children:[u("label",{for:t,children:[Bd(n.title),n.sections.length>0&&u("span",{class:"cite",children:n.sections[0]})]}),u("div",{class:"control",children:[s?u(OM,{id:t,field:n,value:i,set:a}):u(PM,{id:t,field:n,value:i,set:a}),o&&u("button",{type:"button",class:"icon all","aria-pressed":s,"aria-label":`All values of ${n.title}`,title:"All values, as a table",onClick:l,children:"▦"})]})]})}var TM=6,MM=6,EM=100,DM=5;function PM({id:n,field:e,value:t,set:i}){let s=e.default===null?e.optional||e.role==="track"?"as it is":null:`${e.default}, by default`;if(e.kind==="number")return u("span",{class:"number",children:[u("input",{id:n,type:"number",value:t,min:e.from??void 0,max:e.to??void 0,placeholder:e.default??"",onInput:o=>i(o.currentTarget.value)}),e.from!==null&&e.to!==null&&e.to-e.from<=EM&&u("input",{type:"range","aria-label":`${e.title}, ${e.from} to ${e.to}`,value:t===""?e.default??String(e.from):t,min:e.from,max:e.to,onInput:o=>i(o.currentTarget.value)}),u("small",{children:e.measure??""})]});if(e.kind==="text")return u("input",{id:n,type:"text",value:t,placeholder:s??"",onChange:o=>i(o.currentTarget.value)});if(e.kind!=="unit"&&e.values.length<=DM&&e.values.every(o=>o.title.length<=9)){let o=t===""?e.default:t;return u("span",{class:"segments",role:"group","aria-label":e.title,children:e.values.map(a=>u("button",{type:"button",id:a===e.values[0]?n:void 0,class:t===""&&o===a.value?"by-default":"","aria-pressed":o===a.value,onClick:()=>i(t===a.value&&e.default!==null?"":a.value),children:a.title},a.value))})}return u("select",{id:n,value:t,onChange:o=>i(o.currentTarget.value),children:[s!==null&&u("option",{value:"",children:s}),e.values.map(o=>u("option",{value:o.value,children:o.title},o.value))]})}function OM({id:n,value:e,set:t,field:i}){return u("input",{id:n,class:"many",type:"text",value:e,title:i.kind==="number"?"A stretch 0..12, or single values 3,9,18":"All: *, or single ones with commas",onChange:s=>t(s.currentTarget.value.trim()===""?Sb(i):s.currentTarget.value.trim())})}function RM(n){return n.kind==="number"?`${n.from??0}..${n.to??0}`:"*"}function Sb(n){return n.default!==null||n.optional||n.role==="track"?"":n.kind==="number"?String(n.from??0):n.values[0]?.value??""}function _M(){let{question:n}=M(),e=n.extra.value,t=(i,s)=>{n.extra.value=e.flatMap((r,o)=>o!==i?[r]:s===null?[]:[s])};return u("div",{class:"extra",children:[e.map(([i,s],r)=>u("div",{class:"row",children:[u("input",{type:"text","aria-label":"What else is given",placeholder:"range(panther, sherman)",value:i,onChange:o=>t(r,[o.currentTarget.value.trim(),s])}),u("span",{children:"="}),u("input",{type:"text","aria-label":"Its value",value:s,onChange:o=>t(r,[i,o.currentTarget.value.trim()])}),u("button",{type:"button",class:"icon","aria-label":"Remove",onClick:()=>t(r,null),children:"×"})]},r)),u("button",{type:"button",class:"link",onClick:()=>n.extra.value=[...e,["",""]],children:"Give something else"})]})}function LM(){let{question:n,library:e}=M(),t=n.form.value;if(t===null)return null;let i=new Map(n.options.value),s=t.options.filter(a=>(i.get(a.name)??a.default)!==a.default),r=t.options.length>TM,o=u("div",{class:"switches",children:[t.options.map(a=>{let l=i.get(a.name)??a.default;return a.values.length===2&&a.values.includes("on")?u("button",{type:"button",class:"chip","aria-pressed":l==="on",onClick:()=>n.setOption(a.name,l==="on"?"off":"on"),children:a.title},a.name):u("label",{class:"chip",children:[a.title," ",u("select",{value:l,onChange:h=>n.setOption(a.name,h.currentTarget.value),children:a.values.map(h=>u("option",{children:h},h))})]},a.name)}),t.variants.map(a=>u("button",{type:"button",class:"chip variant","aria-pressed":n.variants.value.includes(a),onClick:()=>n.toggleVariant(a),children:["variant ",e.get(a)?.title??a]},a))]});return r?u("details",{class:"more",open:s.length>0,children:[u("summary",{children:["Optional rules: ",t.options.length,s.length>0?`, ${s.length} changed`:""]}),o]}):o}function Bd(n){return n.charAt(0).toUpperCase()+n.slice(1)}function Cb(){let{question:n,library:e}=M(),t=n.form.value;if(t===null)return null;let i=[...t.fields.map(o=>({key:o.key,title:Bd(o.title),values:o.kind==="number"&&o.from!==null&&o.to!==null&&o.to-o.from<=60?Array.from({length:o.to-o.from+1},(a,l)=>String((o.from??0)+l)).map(a=>({value:a,title:a})):o.values})),...t.options.flatMap(o=>o.values.map(a=>({key:`option ${o.name}=${a}`,title:`${o.title}: ${a}`,values:[]}))),...t.variants.map(o=>({key:`variant ${o}`,title:`Variant ${e.get(o)?.title??o}`,values:[]}))],s=n.compare.value,r=(o,a)=>{n.compare.value=s.flatMap((l,h)=>h!==o?[l]:a===null?[]:[a])};return u("div",{class:"compare-form",children:[s.map(([o,a],l)=>{let h=o==="option"||o==="variant"?`${o} ${a}`:o,c=i.find(d=>d.key===h);return u("div",{class:"row",children:[u("span",{class:"second-mark","aria-hidden":"true"}),u("span",{children:s.length>1&&l>0?"and":"Compare with"}),u("select",{"aria-label":"What is different",value:h,onChange:d=>r(l,Ab(i,d.currentTarget.value)),children:i.map(d=>u("option",{value:d.key,children:d.title},d.key))}),o!=="option"&&o!=="variant"&&c!==void 0&&c.values.length>0&&u("select",{"aria-label":"Its other value",value:a,onChange:d=>r(l,[o,d.currentTarget.value]),children:c.values.map(d=>u("option",{value:d.value,children:d.title},d.value))}),o!=="option"&&o!=="variant"&&c!==void 0&&c.values.length===0&&u("input",{type:"text","aria-label":"Its other value",value:a,onChange:d=>r(l,[o,d.currentTarget.value.trim()])}),u("button",{type:"button",class:"icon","aria-label":"Remove",onClick:()=>r(l,null),children:"×"})]},l)}),i.length>0&&u("button",{type:"button",class:"link",onClick:()=>n.compare.value=[...s,BM(i,s,n.given.value)],children:s.length===0?"Compare with a second situation":"Another difference"})]})}function Ab(n,e){for(let t of["option","variant"])if(e.startsWith(`${t} `))return[t,e.slice(t.length+1)];return[e,n.find(t=>t.key===e)?.values[0]?.value??""]}function BM(n,e,t){let i=new Set(e.map(([l])=>l)),s=n.filter(l=>!i.has(l.key)&&!l.key.includes(".")),r=s.findLast(l=>l.values.length>1)??s[0]??n[0];if(r===void 0)return["",""];if(r.values.length===0)return Ab(n,r.key);let o=t.get(r.key),a=r.values.find((l,h)=>l.value!==o&&(o!==void 0||h>0));return[r.key,a?.value??""]}var IM=14;function Tb(){let{question:n,commands:e}=M(),t=n.form.value;if(n.ruleset.value===null)return u("p",{class:"quiet",children:"Choose a ruleset above, or start a game under “Docs”."});if(t===null)return n.formFailed.value===null?u("p",{class:"quiet",children:"Reading the rules …"}):null;let i=t.asks.filter(s=>s.sort==="roll"||s.sort==="action"||s.sort==="table");return i.length===0?u("p",{class:"quiet",children:"There is no roll, action or table in this ruleset yet. Write one on the left."}):u(H,{children:[u("p",{class:"lead",children:"How likely is it? Choose a rule, or place the caret in one and press Ctrl Enter."}),u("ul",{class:"cards",children:i.slice(0,IM).map(s=>u("li",{children:u("button",{type:"button",class:"card",onClick:()=>e.ask(t.ruleset,s.name),children:[u("b",{children:ml(s)}),u("span",{children:[s.sort," ",s.name,s.sections.length>0&&u(H,{children:[" · ",s.sections.join(", ")]})]})]})},s.name))})]})}function Mb(){let{question:n}=M(),e=n.form.value,t=n.formFailed.value;return u("div",{class:"scroll padded odds",children:[u(gl,{}),e===null&&t!==null&&u(He,{failure:t,title:"This ruleset cannot be asked yet"}),n.ask.value===null?u(Tb,{}):u(H,{children:[u(yl,{}),u(Cb,{}),u(wb,{})]})]})}function Eb(){let n=M(),{desk:e,texts:t}=n,i=gt(null);re(()=>i.current===null?void 0:e.attach(i.current),[e]);let s=e.file.value;return u(H,{children:[u("div",{class:"tabs",children:[u("div",{role:"tablist","aria-label":"Open texts",class:"inner-tabs",onKeyDown:o=>{let a={ArrowRight:1,ArrowLeft:-1}[o.key],l=e.tabs.value,h=l.indexOf(e.current.value??"");a===void 0||h<0||(o.preventDefault(),e.current.value=l[(h+a+l.length)%l.length]??null,document.querySelector(".text [role=tab][aria-selected=true]")?.focus())},children:e.tabs.value.map(o=>{let a=t.get(o);return u("button",{type:"button",role:"tab","aria-selected":o===e.current.value,"aria-controls":"editor",tabIndex:o===e.current.value?0:-1,title:o,onClick:()=>e.current.value=o,onAuxClick:()=>e.close(o),children:[a?.name??o,a?.builtIn===!0&&u("span",{class:"count",children:"read only"})]},o)})}),s!==void 0&&u("span",{class:"tab-tools",children:[s.builtIn?u(qM,{}):u(FM,{file:s},s.path),u("button",{type:"button",class:"icon","aria-label":`Close ${s.name}`,title:`Close ${s.name}`,onClick:()=>e.close(s.path),children:"×"})]})]}),u("div",{id:"editor",class:"editor",ref:i,role:"tabpanel","aria-label":s?.name??"No text",hidden:s===void 0}),s===void 0&&u("div",{class:"empty",children:[u("p",{children:"No text is open."}),u("button",{type:"button",class:"primary",onClick:()=>pn(n),children:"Start a game"})]})]})}function FM({file:n}){let e=M(),[t,i]=G(null),s=()=>{e.acts.perform(`delete ${n.path}`,()=>e.texts.remove(n.path)),e.notice.value={text:`${n.path} is deleted.`,undo:!0}},r=o=>{if(o.preventDefault(),t===null||t===n.path)return i(null);let a=ol(t,e.texts.get(t));if(a!==""){e.notice.value={text:a,undo:!1};return}let{text:l}=n;e.acts.perform(`rename ${n.path} to ${t}`,()=>{e.texts.put(t,l),e.texts.remove(n.path)}),e.desk.open(t)};return t===null?u(H,{children:[u("button",{type:"button",class:"small",onClick:()=>i(n.path),children:"Rename"}),u("button",{type:"button",class:"small",onClick:s,children:"Delete"})]}):u("form",{class:"rename",onSubmit:r,children:[u("input",{type:"text","aria-label":"New path",value:t,autofocus:!0,onInput:o=>i(o.currentTarget.value)}),u("button",{type:"submit",class:"small primary",children:"Rename"}),u("button",{type:"button",class:"small",onClick:()=>i(null),children:"Cancel"})]})}function qM(){let n=M(),e=n.desk.file.value,t=e===void 0?void 0:n.library.of(e.uri);return t===void 0?null:u("button",{type:"button",class:"small",onClick:()=>{let s=`my-${t.name}`,r=`rules/${s}/${s}.rules`;if(n.texts.get(r)===void 0){let o=`variant ${s} "My ${t.title}" of ${t.name}

# Change the book here: \`amend\`, \`replace\`, \`remove\` or add rules. The page “Language” has a section on variants.
`;n.acts.perform(`create ${r}`,()=>n.texts.put(r,o))}n.desk.open(r)},children:"Write a variant"})}function Db(n,e,t){let i=e.given.map(([o,a])=>`${o} = ${a}`),s=[`example "${n.replaceAll('"',"'")}"`,...i.length>0?[`  given   ${i.join(", ")}`]:[],...e.options.map(([o,a])=>`  option  ${o} = ${a}`),`  run     ${e.ask}`,...t.dice.length>0?[`  dice    ${t.dice.map(o=>o.face).join(", ")}`]:[],...t.choices.length>0?[`  choices ${t.choices.join(", ")}`]:[]],r=NM(e.ask,t);return r.length>0&&s.push(`  expect  ${r.join(", ")}`),`${s.join(`
`)}
`}function NM(n,e){let t=e.values??{};return t.refused===!0?["refused"]:Object.entries(t).flatMap(([i,s])=>$M(n,i,s,e))}function $M(n,e,t,i){if(e==="value")return typeof t=="number"?[`${n} = ${t}`]:typeof t=="string"?[`${n} is ${t}`]:[];let s=e.lastIndexOf(".");if(s<0)return[];let r=e.slice(s+1);return r==="destroyed"?t===!0?[`${e.slice(0,s)} is destroyed`]:[]:i.steps.some(a=>a.text.includes(`: ${r} `)&&a.text.endsWith(`→ ${String(t)}`))&&typeof t=="number"?[`${e} = ${t}`]:[]}function Pb(n,e){let t=n.trimEnd();return t===""?e:`${t}

${e}`}function Rb(){let{question:n,trace:e}=M(),t=n.ask.value,i=e.shown.value,s=e.failed.value,r=n.form.value,o=n.given.value;return re(()=>{if(t===null||r===null)return;let a=setTimeout(()=>{e.again()},60);return()=>clearTimeout(a)},[t,r,o,n.options.value,n.variants.value,e]),u("div",{class:"scroll padded trace",children:[u(gl,{}),t===null?u("p",{class:"quiet",children:"Choose a rule to roll."}):u(H,{children:[u("details",{class:"more",open:i===null,children:[u("summary",{children:"The situation"}),u(yl,{})]}),u("div",{class:"row tools",children:[u("button",{type:"button",class:"primary",disabled:e.busy.value,onClick:()=>{e.roll()},children:"Roll again"}),u(Ob,{label:"Why not",title:"Say also why lines, rows and options do not apply",value:e.why.value,set:a=>(e.why.value=a,void e.again())}),u(Ob,{label:"All lookups",title:"Show every step",value:e.details.value,set:a=>e.details.value=a})]}),s!==null&&u(He,{failure:s,title:"It cannot be rolled"}),i!==null&&u(HM,{shown:i})]})]})}function Ob({label:n,title:e,value:t,set:i}){return u("button",{type:"button",class:"chip","aria-pressed":t,title:e,onClick:()=>i(!t),children:n})}function HM({shown:n}){let{trace:e}=M(),t=e.before.value,i=t!==null&&t.question===n.question&&t!==n;return u(H,{children:[u("h2",{class:"asked",children:n.question}),u(zM,{shown:n}),u(UM,{shown:n}),u("p",{class:"outcome","aria-live":"polite",children:u("b",{children:n.outcome??"It did not come to an end."})}),n.trouble!==null&&u(He,{failure:new z(0,n.trouble.findings[0]?.message??"",n.trouble),title:"It stopped here"}),u(ll,{assumed:n.assumed}),n.trouble===null&&u(WM,{shown:n}),u("div",{class:i?"beside":"",children:[u("section",{"aria-label":"This resolution",children:[i&&u("h3",{class:"quiet-title",children:"Now"}),u(mr,{steps:n.steps,details:e.details.value,...i?{before:t.steps}:{}})]}),i&&u("section",{class:"before","aria-label":"The resolution before",children:[u("h3",{class:"quiet-title",children:["Before: ",t.outcome??"no end"]}),u(mr,{steps:t.steps,details:e.details.value,before:n.steps})]})]})]})}function WM({shown:n}){let e=M(),[t,i]=G(null),s=e.question.record(),r=s?.ruleset;return s===null||r===void 0||e.library.get(r)?.own!==!0?null:t===null?u("p",{children:u("button",{type:"button",class:"link",onClick:()=>i(n.question),children:"Keep it as an example"})}):u("form",{class:"row",onSubmit:a=>{a.preventDefault();let l=`rules/${r}/examples.rules`,h=e.texts.get(l)?.text??"";e.acts.perform(`keep the example “${t}”`,()=>e.texts.put(l,Pb(h,Db(t,s,n)))),e.desk.open(l),e.notice.value={text:`The example is in ${l}. It fails when a change of the rules gives another result.`,undo:!0},e.commands.runExamples(r,t),i(null)},children:[u("label",{class:"grow",children:[u("span",{class:"hidden",children:"Title of the example"}),u("input",{type:"text",class:"wide",value:t,autofocus:!0,onInput:a=>i(a.currentTarget.value)})]}),u("button",{type:"submit",class:"primary",disabled:t.trim()==="",children:"Keep"}),u("button",{type:"button",onClick:()=>i(null),children:"Cancel"})]})}function zM({shown:n}){let{trace:e}=M();return n.dice.length===0?null:u("ol",{class:"dice","aria-label":"Dice, in the order in which they were rolled",children:n.dice.map((t,i)=>u("li",{children:u(VM,{die:t,at:i,set:s=>{e.setDie(i,s)}})},i))})}function VM({die:n,at:e,set:t}){let{texts:i}=M(),s=Ia(n,i),r=`Die ${e+1}, ${n.die}`;return u("label",{class:"die",children:[u("span",{children:n.die}),s===null?u("input",{type:"text",size:4,"aria-label":r,value:n.face,onChange:o=>t(o.currentTarget.value.trim())}):u("select",{"aria-label":r,value:n.face,onChange:o=>t(o.currentTarget.value),children:(s.includes(n.face)?s:[n.face,...s]).map(o=>u("option",{children:o},o))})]})}function UM({shown:n}){let{trace:e}=M();if(n.choices.length===0)return null;let t=(i,s)=>{e.setChoices(n.choices.map((r,o)=>o===i?s:r))};return u("ol",{class:"dice","aria-label":"Choices, in the order in which they were made",children:n.choices.map((i,s)=>u("li",{children:u("label",{class:"die",children:[u("span",{children:["choice ",s+1]}),u("input",{type:"text",size:14,value:i,onChange:r=>t(s,r.currentTarget.value.trim())})]})},s))})}var vl=class extends vn{state={error:null};static getDerivedStateFromError(e){return{error:e}}render(){return this.state.error===null?this.props.children:u("div",{class:"padded",children:[u("div",{class:"failure",role:"alert",children:u("p",{children:[u("b",{children:"This pane cannot be shown."})," ",Yt(this.state.error)]})}),u("button",{type:"button",onClick:()=>this.setState({error:null}),children:"Try again"})]})}};var jM={system:"light",light:"dark",dark:"system"};function _b(){let n=M(),{library:e,question:t,screen:i}=n;return u("header",{children:[u("h1",{children:[u("svg",{viewBox:"0 0 16 16","aria-hidden":"true",children:u("path",{d:"M8 1l6 3.5v7L8 15l-6-3.5v-7z"})}),"Sandtable"]}),u("label",{class:"quiet",children:[u("span",{class:"hidden",children:"Ruleset"}),u("select",{value:t.ruleset.value??"",onChange:s=>n.openRuleset(s.currentTarget.value),"aria-label":"Ruleset",children:[t.ruleset.value===null&&u("option",{value:"",children:"choose a ruleset"}),e.own.value.length>0&&u("optgroup",{label:"Your games",children:e.own.value.map(({name:s,title:r})=>u("option",{value:s,children:r},s))}),u("optgroup",{label:"Books",children:e.books.value.map(({name:s,title:r})=>u("option",{value:s,children:r},s))})]})]}),u("button",{type:"button",class:"ask",onClick:()=>i.palette.value=!0,"aria-keyshortcuts":"Control+K",children:[u("span",{children:"Ask anything"}),u("kbd",{children:"Ctrl K"})]}),u("span",{class:"grow"}),u("div",{class:"actions",children:[u("button",{type:"button",onClick:()=>pn(n),children:"New game"}),u("button",{type:"button",onClick:()=>{tl(n)},children:"Share link"}),u("button",{type:"button",onClick:()=>el(n),title:"All your texts as a zip file",children:"Export"}),u("label",{class:"button",children:["Import",u("input",{class:"hidden",type:"file",accept:".zip,.rules,.toml,.md",multiple:!0,onChange:s=>{Av(n,s.currentTarget)}})]})]}),u("button",{type:"button",class:"icon",onClick:()=>i.theme.value=jM[i.theme.value],"aria-label":`Theme: ${i.theme.value}`,title:`Theme: ${i.theme.value}`,children:{system:"◐",light:"☀",dark:"☾"}[i.theme.value]})]})}function Lb(n){let{screen:e}=n,t=i=>{let s=i.ctrlKey||i.metaKey;if(i.key==="F6")e.cycle(i.shiftKey?-1:1);else if(s&&!i.shiftKey&&i.key.toLowerCase()==="k")e.palette.value=!e.palette.value;else if(s&&i.key.toLowerCase()==="s")n.saving.flush();else if(s&&i.altKey&&i.key.toLowerCase()==="z")i.shiftKey?n.redo():n.undo();else if(s&&!i.altKey&&/^[1-9]$/.test(i.key)){let r=Number(i.key)-1,o=Xi[r-3];if(r===0)e.focus("files");else if(r===1)e.focus("text");else if(r===2)e.focus("findings");else{if(o===void 0)return;e.show(o),e.focus("right")}}else return;i.preventDefault()};return window.addEventListener("keydown",t),()=>window.removeEventListener("keydown",t)}var GM=7e3;function Bb(){let n=M(),e=n.notice.value;return re(()=>{if(e===null)return;let t=setTimeout(()=>n.notice.value=null,GM);return()=>clearTimeout(t)},[e,n]),u("div",{class:"notices",children:[!n.front.connected.value&&u("div",{class:"notice bad",role:"alert",children:u("span",{children:"The studio does not answer. What you write stays on this page and is saved when it answers again. If you have started it anew, open the address that it prints, and copy from here what was not saved."})}),n.saving.conflicts.value.map(t=>u("div",{class:"notice bad",role:"alert",children:[u("span",{children:[u("b",{children:t.path})," was ",t.theirs===null?"deleted":"changed"," outside of this page, and you have changed it here."]}),u("button",{type:"button",onClick:()=>n.saving.settle(t,"mine"),children:"Keep mine"}),u("button",{type:"button",onClick:()=>n.saving.settle(t,"theirs"),children:t.theirs===null?"Delete it":"Take the other"})]},t.path)),u("div",{role:"status","aria-live":"polite",children:e!==null&&u("div",{class:"notice",children:[u("span",{children:Bt(e.text)}),e.undo&&u("button",{type:"button",onClick:()=>n.undo(),children:"Undo"}),u("button",{type:"button",class:"icon","aria-label":"Close",onClick:()=>n.notice.value=null,children:"×"})]})})]})}var KM=60;function Fb(){let n=M(),[e,t]=G(""),[i,s]=G(0),r=gt(null),o=gt(null);re(()=>r.current?.showModal(),[]);let a=nt(()=>YM(n),[n]),l=nt(()=>XM(a,e),[a,e]),h=JM(e);re(()=>{o.current?.querySelector("[aria-selected=true]")?.scrollIntoView({block:"nearest"})},[i]);let c=()=>{n.screen.palette.value=!1},d=p=>{c(),p?.run(h)},f=p=>{if(p.key==="ArrowDown")s(Math.min(i+1,l.length-1));else if(p.key==="ArrowUp")s(Math.max(i-1,0));else if(p.key==="Enter")d(l[i]);else return;p.preventDefault()};return u("dialog",{ref:r,class:"palette","aria-label":"Ask anything",onClose:c,onClick:p=>p.target===r.current&&c(),children:[u("input",{type:"text",role:"combobox","aria-expanded":"true","aria-controls":"palette-list","aria-activedescendant":l[i]===void 0?void 0:`palette-${i}`,"aria-label":"Ask anything",placeholder:"A rule (to-hit range=9), a text, a page, an action …",value:e,autofocus:!0,onInput:p=>{t(p.currentTarget.value),s(0)},onKeyDown:f}),u("ul",{id:"palette-list",role:"listbox","aria-label":"Answers",ref:o,children:[l.map((p,m)=>u("li",{id:`palette-${m}`,role:"option","aria-selected":m===i,onMouseMove:()=>s(m),onClick:()=>d(p),children:[u("span",{children:[p.title,p.takesValues===!0&&h.map(([g,y])=>u("small",{children:` ${g}=${y}`},g))]}),u("small",{children:p.about})]},`${p.about} ${p.title}`)),l.length===0&&u("li",{role:"option","aria-selected":"false","aria-disabled":"true",class:"nothing",children:"Nothing has these letters."})]})]})}function YM(n){let{question:e,commands:t,library:i,desk:s,screen:r,texts:o}=n,a=e.form.value,l=t.here(),h=(a?.asks??[]).map(y=>({title:`${y.title||y.name}: odds`,about:[y.sort,y.name,...y.sections].join(" · "),takesValues:!0,run:v=>{t.ask(a?.ruleset??"",y.name);for(let[w,k]of v)e.set(w,k)}})),c=i.rulesets.value.map(y=>({title:y.title,about:y.own?"your game":"book",run:()=>n.openRuleset(y.name)})),d=i.rulesets.value.flatMap(y=>y.scenarios.map(v=>({title:`Play ${v.name}`,about:"scenario",run:()=>n.play(v.name)}))),f=o.list.value.map(y=>({title:y.name,about:y.path,run:()=>s.open(y.path)})),p=Ft.flatMap(y=>[{title:y.title,about:"documentation",run:()=>Ib(n,y.name)},...mn(y).sections.filter(v=>v.depth>1).map(v=>({title:v.title,about:`documentation · ${y.title}`,run:()=>Ib(n,`${y.name}#${v.id}`)}))]),m=n.link.value,g=[...l===null?[]:[{title:`Odds of ${l.title||l.name}, at the caret`,about:"Ctrl Enter",run:()=>t.askHere()}],...Xi.map((y,v)=>({title:`Show ${y}`,about:`pane · Ctrl ${v+4}`,run:()=>{r.show(y),r.focus("right")}})),{title:"Run all examples",about:"action",run:()=>a!==null&&void t.runExamples(a.ruleset)},{title:"Undo the last change in any text",about:"action · Ctrl Alt Z",run:()=>n.undo()},{title:"Redo the last change in any text",about:"action · Ctrl Alt Shift Z",run:()=>n.redo()},{title:"New game",about:"action",run:()=>pn(n)},{title:"Copy a link with this game and question",about:"action",run:()=>{tl(n)}},...m===null?[]:[{title:"Copy the last link again",about:"action",run:()=>{Bn(n,m,"The link is")}}],{title:"Export all texts as a zip",about:"action",run:()=>el(n)}];return[...h,...g,...d,...c,...f,...p]}function Ib(n,e){n.screen.page.value=e,n.screen.show("docs")}function JM(n){return n.split(/\s+/).flatMap(e=>{let t=e.indexOf("=");return t>0&&t<e.length-1?[[e.slice(0,t),e.slice(t+1)]]:[]})}function XM(n,e){let t=e.toLowerCase().split(/\s+/).filter(s=>s!==""&&!s.includes("=")),i=n.flatMap((s,r)=>{let o=s.title.toLowerCase(),a=`${o} ${s.about.toLowerCase()}`;if(!t.every(h=>a.includes(h)))return[];let l=t.reduce((h,c)=>h+(o.startsWith(c)?3:o.includes(` ${c}`)?2:o.includes(c)?1:0),0);return[{entry:s,score:l,at:r}]});return i.sort((s,r)=>r.score-s.score||s.at-r.at),i.slice(0,KM).map(({entry:s})=>s)}function bl({label:n,value:e,least:t,most:i,direction:s}){let r=h=>Math.min(i,Math.max(t,h)),o=s==="share"?.02:16,a=h=>{if(!(h.currentTarget instanceof HTMLElement))return;let c=h.currentTarget;c.setPointerCapture(h.pointerId);let d={x:h.clientX,y:h.clientY,value:e.value},f=(c.previousElementSibling?.clientWidth??0)+(c.nextElementSibling?.clientWidth??0),p=g=>{s==="x"?e.value=r(d.value+g.clientX-d.x):s==="y"?e.value=r(d.value-(g.clientY-d.y)):e.value=r(d.value+(g.clientX-d.x)/Math.max(1,f))},m=()=>{c.removeEventListener("pointermove",p),c.removeEventListener("pointerup",m)};c.addEventListener("pointermove",p),c.addEventListener("pointerup",m)},l=h=>{let c={ArrowLeft:-1,ArrowRight:1,ArrowUp:1,ArrowDown:-1}[h.key];c!==void 0&&(h.preventDefault(),e.value=r(e.value+c*o))};return u("div",{class:`splitter ${s==="y"?"flat":"upright"}`,role:"separator","aria-label":n,"aria-orientation":s==="y"?"horizontal":"vertical","aria-valuenow":Math.round(s==="share"?e.value*100:e.value),"aria-valuemin":s==="share"?t*100:t,"aria-valuemax":s==="share"?i*100:i,tabIndex:0,onPointerDown:a,onKeyDown:l})}function qb(){let{findings:n,saving:e,back:t,store:i,screen:s}=M(),r=n.all.value,o=r.filter(p=>p.severity==="error").length,a=r.filter(p=>p.severity==="warning").length,l=r.length-o-a,h=[o>0&&pt(o,"error"),a>0&&pt(a,"warning"),l>0&&pt(l,"note")].filter(Boolean),c=e.state.value,d=t.work.value,f=n.took.value;return u("footer",{children:[u("button",{type:"button",class:"plain",onClick:()=>(s.lower.value="findings",s.focus("findings")),children:h.length===0?"No findings":h.join(", ")}),f!==null&&u("span",{children:["checked in ",Math.max(1,Math.round(f))," ms"]}),d!==null&&u("span",{class:"work",children:[u("span",{class:"spinner","aria-hidden":"true"})," calculating",d.done===null?"":`, ${d.done.toLocaleString("en")} states`,u("button",{type:"button",class:"plain",onClick:()=>t.stop(),children:"Stop"})]}),u("span",{class:"grow"}),u("span",{class:typeof c=="object"?"bad":"",role:typeof c=="object"?"alert":void 0,children:typeof c=="object"?`Not saved: ${c.failed}`:c==="saved"?`Saved in ${i.folder}`:"Saving …"})]})}var ZM={odds:"Odds",trace:"Trace",board:"Board",coverage:"Coverage",docs:"Docs",history:"History"},Nb={files:"Files",text:"Text",findings:"Findings",right:"Odds and play"};function $b(){let n=M(),{screen:e}=n;re(()=>Lb(n),[n]);let t=`--left:${e.left.value}px;--middle:${e.share.value*10}fr;--right:${10-e.share.value*10}fr;--bottom:${e.bottom.value}px`;return u("div",{class:"page","data-shown":e.pane.value,style:t,children:[u("a",{class:"skip",href:"#right",children:"Skip to the panes"}),u(_b,{}),u("main",{children:[u("nav",{class:"pane files","data-pane":"files","aria-label":"Files",tabIndex:-1,children:u(eb,{})}),u(bl,{label:"Width of the files",value:e.left,least:150,most:420,direction:"x"}),u("div",{class:"middle",children:[u("section",{class:"pane text","data-pane":"text","aria-label":"Text",tabIndex:-1,children:u(Eb,{})}),u(bl,{label:"Height of the findings",value:e.bottom,least:70,most:520,direction:"y"}),u("section",{class:"pane lower","data-pane":"findings","aria-label":"Findings",tabIndex:-1,children:u(rb,{})})]}),u(bl,{label:"Share of the text",value:e.share,least:.25,most:.75,direction:"share"}),u("section",{class:"pane right","data-pane":"right",id:"right","aria-label":"Odds, trace, board, coverage, documentation",tabIndex:-1,children:u(al,{label:"Panes",tabs:Xi.map(i=>({name:i,title:ZM[i]})),chosen:e.right.value,choose:i=>e.show(i),children:u(vl,{children:u(QM,{tab:e.right.value})},e.right.value)})})]}),u(qb,{}),u("nav",{class:"switcher","aria-label":"Panes",children:Object.keys(Nb).map(i=>u("button",{type:"button","aria-pressed":e.pane.value===i,onClick:()=>e.pane.value=i,children:Nb[i]},i))}),u(Bb,{}),e.palette.value&&u(Fb,{})]})}function QM({tab:n}){switch(n){case"odds":return u(Mb,{});case"trace":return u(Rb,{});case"board":return u(qv,{});case"coverage":return u(Nv,{});case"docs":return u(Xv,{});case"history":return u(nb,{})}}function Hb({error:n}){let e=n instanceof Error?Yt(n):z.from(n).message;return u("main",{class:"closed",children:[u("h1",{children:"The studio did not open"}),u("p",{children:e}),u("p",{children:["Start it with ",u("code",{children:"sandtable studio"})," in the folder of your game, and open the address that it prints. If a tab was open before, close it: each start has an address of its own."]}),window.location.hash.startsWith("#studio=")&&u("p",{children:"The link itself is whole: copy this page’s address, and open it under “Open a link” on the first page of any studio."}),u("button",{type:"button",class:"primary",onClick:()=>window.location.reload(),children:"Try again"})]})}async function Wb(n){let e=await Ja(window.location.hash);e!==null&&(n.shared.value=e,n.screen.show("docs"));let i=n.texts.list.value.find(r=>r.language==="sandtable"&&/^(?:ruleset|variant) /m.test(r.text))??n.texts.list.value[0];if(i===void 0){n.screen.show("docs");return}n.desk.open(i.path);let s=n.library.of(i.uri)??n.library.own.value[0];s!==void 0&&n.question.choose(s.name,null)}var vr=document.getElementById("studio");if(vr!==null)try{let n=await Ya.open();await Wb(n),vr.replaceChildren(),Ol(u(ad.Provider,{value:n,children:u($b,{})}),vr)}catch(n){vr.replaceChildren(),Ol(u(Hb,{error:n}),vr)}
