/**
 * Any document in a transaction: what may be asked of it, what a hold of it is, and its rules as
 * functions. The in-memory adapter and readers apply them; the Mongo adapter says the same in
 * filters and updates.
 */
@NullMarked
package io.twophase.domain.document;

import org.jspecify.annotations.NullMarked;
