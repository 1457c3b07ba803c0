// Markdown as elements of the page. HTML in a text is not carried out.

import type { Token, Tokens } from "marked";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { anchor } from "./pages";

export interface Around {
  /** Draws a fenced block. */
  code(token: Tokens.Code): ComponentChildren;
  /** Follows a link; `false` leaves it to the browser. */
  follow(href: string): boolean;
  /** Returns the title of a linked page; `null` of any other link. */
  titleOf(href: string): string | null;
}

export function Markdown({ tokens, around }: { tokens: readonly Token[]; around: Around }) {
  return <>{tokens.map((token, at) => block(token, at, around))}</>;
}

function block(token: Token, key: number, around: Around): ComponentChildren {
  switch (token.type) {
    case "heading": {
      const { depth, text, tokens } = token as Tokens.Heading;
      const inner = inline(tokens, around);
      const id = anchor(text);
      if (depth === 1) return <h2 key={key} id={id} class="page-title">{inner}</h2>;
      return depth === 2 ? <h3 key={key} id={id}>{inner}</h3> : <h4 key={key} id={id}>{inner}</h4>;
    }
    case "paragraph":
      return <p key={key}>{inline((token as Tokens.Paragraph).tokens, around)}</p>;
    case "text": {
      const { tokens, text } = token as Tokens.Text;
      return <span key={key}>{tokens === undefined ? text : inline(tokens, around)}</span>;
    }
    case "code":
      return <div key={key}>{around.code(token as Tokens.Code)}</div>;
    case "blockquote":
      return (
        <blockquote key={key}>
          <Markdown tokens={(token as Tokens.Blockquote).tokens} around={around} />
        </blockquote>
      );
    case "list": {
      const { ordered, items } = token as Tokens.List;
      const inner = items.map((item, at) => (
        <li key={at}>
          <Markdown tokens={item.tokens} around={around} />
        </li>
      ));
      return ordered ? <ol key={key}>{inner}</ol> : <ul key={key}>{inner}</ul>;
    }
    case "table": {
      const { header, rows } = token as Tokens.Table;
      const hasHead = header.some((cell) => cell.text !== "");
      return (
        <div key={key} class="scrolls" tabIndex={0} role="group" aria-label="Table">
          <table class="plain">
            {hasHead && (
              <thead>
                <tr>
                  {header.map((cell, at) => (
                    <th key={at} scope="col">
                      {inline(cell.tokens, around)}
                    </th>
                  ))}
                </tr>
              </thead>
            )}
            <tbody>
              {rows.map((row, number) => (
                <tr key={number}>
                  {row.map((cell, at) => (
                    <td key={at}>{inline(cell.tokens, around)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    }
    case "hr":
      return <hr key={key} />;
    default:
      return null;
  }
}

function inline(tokens: readonly Token[], around: Around): ComponentChildren {
  return tokens.map((token, key) => {
    switch (token.type) {
      case "strong":
        return <strong key={key}>{inline((token as Tokens.Strong).tokens, around)}</strong>;
      case "em":
        return <em key={key}>{inline((token as Tokens.Em).tokens, around)}</em>;
      case "codespan":
        return <code key={key}>{(token as Tokens.Codespan).text}</code>;
      case "image":
        return <Picture key={key} source={(token as Tokens.Image).href} about={(token as Tokens.Image).text} />;
      case "br":
        return <br key={key} />;
      case "link": {
        const { href, text, tokens: inner } = token as Tokens.Link;
        // Links that show the name of a file, for readers of the files, show its title here.
        const title = text === href ? around.titleOf(href) : null;
        return (
          <a
            key={key}
            href={href.startsWith("http") ? href : "#"}
            target={href.startsWith("http") ? "_blank" : undefined}
            rel="noreferrer"
            onClick={(event) => {
              if (around.follow(href)) event.preventDefault();
            }}
          >
            {title ?? inline(inner, around)}
          </a>
        );
      }
      case "text":
      case "escape": {
        const { tokens: inner, text } = token as Tokens.Text;
        return inner === undefined ? unescaped(text) : inline(inner, around);
      }
      default:
        return token.raw;
    }
  });
}

/** The parser escapes some characters for HTML, which these texts are not put into. */
function unescaped(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&");
}

/** A picture of the documentation; where it is not at hand, as on a page of a single file, its words. */
function Picture({ source, about }: { source: string; about: string }) {
  const [isMissing, setMissing] = useState(!/^[\w/-]+\.png$/.test(source));
  if (isMissing) return <em>{about}</em>;
  return <img src={`docs/${source}`} alt={about} loading="lazy" onError={() => setMissing(true)} />;
}
