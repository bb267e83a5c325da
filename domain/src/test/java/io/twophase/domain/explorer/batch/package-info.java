/**
 * The model check of batches: workers of batches and of single transfers, over a store in which
 * every write is a message that may come late. They are the library's own code; so are the rules of
 * accounts and of records.
 *
 * <p>What is judged is not the code but what is decided: the balances as of decided batches and
 * lone transfers, changed at the instant of a decision and at no other. In every state each
 * account, seen through the records of its holds, must be that; a transfer is applied at most once;
 * a refusal is true of the moment of its hold; an answer that was given never changes.
 *
 * <p>Left out: a read of several documents is of one moment; retention's clock knows what is under
 * way; accounts are not read stale.
 */
@NullMarked
package io.twophase.domain.explorer.batch;

import org.jspecify.annotations.NullMarked;
