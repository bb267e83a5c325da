/**
 * Any document in a transaction: guards that a transaction asks of it, changes that a transaction
 * makes, and why a document refuses a hold. The in-memory adapter and readers apply the rules; the
 * Mongo adapter says the same rules in filters and updates.
 */
@NullMarked
package io.twophase.domain.document;

import org.jspecify.annotations.NullMarked;
