package io.twophase.ports;

import io.twophase.domain.outcome.RangeReply;
import io.twophase.domain.range.RangeCall;
import java.util.List;

/**
 * The accounts as batches hold them: a range of each, in which a batch may move its balance. They
 * are the accounts of {@link AccountRepository}, whose holds lie beside the ranges, and are bound
 * by what these leave. Any number of processes may use one store at the same time.
 *
 * <p><b>Atomicity.</b> Each request is one compare-and-set of one account, wholly or not at all. A
 * call is not atomic: it is as many independent changes as it has requests.
 *
 * <p><b>Order.</b> Replies come one for each request, in the order asked. A call has at most one
 * request for an account.
 *
 * <p><b>In doubt.</b> A write without an answer is answered in doubt: it may have taken effect, or
 * may yet. Once a request of a call is in doubt, later ones of that call are not sent, and are
 * answered in doubt too.
 *
 * <p><b>Match counts.</b> The effect of a write is known from its acknowledged count and never by a
 * read. A call of one request answers exactly. Of a longer call of which some requests match and
 * some do not, a store may know only how many. Then a hold may be answered matched where it is
 * there exactly as asked, and a stamp where the hold is there as it leaves it, by this call or by
 * an earlier one of the same epoch, which only its owner makes; and what ends a hold may be
 * answered matched where none was there.
 *
 * <p><b>Unreachable.</b> {@link StoreUnavailableException} says that the call sent nothing.
 */
public interface RangeRepository {

  /**
   * Does what is asked, each request by itself. What is counted is a write; what was looked at is
   * seen as a majority of the store's servers has it. That an account takes no hold at all is its
   * latest such state; whatever else is seen only says what to ask next, which has a guard.
   *
   * <p><b>Hold.</b> Matched: it is placed. Not matched: it is not, for whatever reason; look.
   * <b>Stamp.</b> Matched: exactly the hold that was read was there, older, and has the new epoch.
   * <b>Settle, withdraw.</b> Matched: a hold of the batch at exactly that epoch was there and is
   * gone; what of it was not moved is given back, by the hold's own figures. Not matched: none of
   * that epoch is there, by a count on the batch and the epoch alone; no read stands in for it.
   * <b>Release.</b> The same, of whatever epoch. These three may be sent again after an answer in
   * doubt.
   *
   * @throws StoreException if the store has to be allowed ranges first, and is asked for a hold; or
   *     has a hold that it cannot end, because it is not as it was placed
   * @throws IllegalArgumentException if a settle moves more than its hold allows, which is a fault
   *     of the caller
   */
  List<RangeReply> ask(List<RangeCall> calls);
}
