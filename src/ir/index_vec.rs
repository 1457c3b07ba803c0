//! Vectors with an index type of their own, so that ids of different things cannot be mixed up.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// An index type of an [`IndexVec`].
pub trait Id: Copy {
    /// The id with a number.
    fn from_index(index: usize) -> Self;
    /// The number of an id.
    fn index(self) -> usize;
}

/// Defines ids: newtypes of `u32`.
#[macro_export]
macro_rules! define_ids {
    ($($(#[$doc:meta])* $visibility:vis struct $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $visibility struct $name(pub u32);

        impl $crate::Id for $name {
            #[inline]
            fn from_index(index: usize) -> Self {
                Self(index as u32)
            }

            #[inline]
            fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

/// A vector whose indices are ids. An id of another vector is an internal error that stops the program, rather than reading
/// another item.
#[derive(Clone, PartialEq, Eq)]
pub struct IndexVec<I, T> {
    items: Vec<T>,
    id: PhantomData<fn(I) -> I>,
}

impl<I: Id, T> IndexVec<I, T> {
    /// Returns an empty vector.
    pub fn new() -> Self {
        Self::from(Vec::new())
    }

    /// Empty, with room for some.
    pub fn with_capacity(capacity: usize) -> Self {
        Self::from(Vec::with_capacity(capacity))
    }

    /// Adds an item at the end; returns its id.
    #[inline]
    pub fn push(&mut self, item: T) -> I {
        let id = I::from_index(self.items.len());
        self.items.push(item);
        id
    }

    /// The number of items.
    #[inline]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Whether an id is that of an item.
    #[inline]
    pub fn has(&self, id: I) -> bool {
        id.index() < self.items.len()
    }

    /// The item with an id that may be beyond the end.
    #[inline]
    pub fn find(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }

    /// The items in order.
    #[inline]
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    /// The ids in order.
    pub fn ids(&self) -> impl Iterator<Item = I> + use<I, T> {
        (0..self.items.len()).map(I::from_index)
    }

    /// The ids with their items, in order.
    pub fn enumerated(&self) -> impl Iterator<Item = (I, &T)> {
        let items = self.items.iter().enumerate();
        items.map(|(at, item)| (I::from_index(at), item))
    }

    /// Extends the vector so that it has an item for an id; new items are clones of `item`.
    #[inline]
    pub fn reach(&mut self, id: I, item: T)
    where
        T: Clone,
    {
        if id.index() >= self.items.len() {
            self.items.resize(id.index() + 1, item);
        }
    }

    /// As [`Self::reach`], with items that `make` makes.
    pub fn reach_with(&mut self, id: I, make: impl FnMut() -> T) {
        if id.index() >= self.items.len() {
            self.items.resize_with(id.index() + 1, make);
        }
    }

    /// As [`Self::reach`], to a power of two of items, so that lengthening it one by one stays cheap.
    pub fn reach_in_powers(&mut self, id: I, item: T)
    where
        T: Clone,
    {
        if id.index() >= self.items.len() {
            self.items
                .resize((id.index() + 1).next_power_of_two(), item);
        }
    }

    /// The items as a slice.
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        &self.items
    }

    /// The items as a slice that can be written.
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.items
    }
}

impl<I, T> From<Vec<T>> for IndexVec<I, T> {
    fn from(items: Vec<T>) -> Self {
        Self {
            items,
            id: PhantomData,
        }
    }
}

impl<I: Id, T> FromIterator<T> for IndexVec<I, T> {
    fn from_iter<S: IntoIterator<Item = T>>(items: S) -> Self {
        Self::from(Vec::from_iter(items))
    }
}

impl<I: Id, T> Default for IndexVec<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I, T: fmt::Debug> fmt::Debug for IndexVec<I, T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.items.fmt(formatter)
    }
}

impl<I: Id, T> Index<I> for IndexVec<I, T> {
    type Output = T;

    #[inline]
    #[expect(
        clippy::indexing_slicing,
        reason = "ids are given by the vector itself or by one of the same length"
    )]
    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for IndexVec<I, T> {
    #[inline]
    #[expect(
        clippy::indexing_slicing,
        reason = "ids are given by the vector itself or by one of the same length"
    )]
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}
