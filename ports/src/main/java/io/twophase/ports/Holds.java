package io.twophase.ports;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.Guard;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Claim.Stamping;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.record.MatchOutcome;
import java.util.List;
import java.util.function.Consumer;

/**
 * All that records hold, settle and give back in one store: its accounts, and any documents of a
 * host's in any collections. Any number of processes may use one store at the same time. A store
 * that can sends a call as one command, whatever collections it is on.
 *
 * <p><b>Atomicity.</b> Each change touches one target, wholly or not at all, and is guarded: the
 * guard is checked and the change made in one step that nothing comes between. A call is not
 * atomic: it is as many independent changes as it has elements, which have taken effect when the
 * call returns, except those in doubt.
 *
 * <p><b>Rules.</b> {@link io.twophase.domain.hold.HoldRules} says what a change does and what
 * refuses it, for the store's own home. In which order new fields come behind those that were there
 * is left to the store. A document that has none of the protocol's fields takes part as it is. A
 * store that holds something unreadable under a target's name refuses holds on it with {@code
 * AccountCorrupt} or {@code DocumentCorrupt}, but for an account of which its guard shows that it
 * is open and that no settle can fail; a hold in it that is exactly as asked may still be ended,
 * and only that changes.
 *
 * <p><b>Order.</b> Answers come one for each element, in the order asked. Elements of one call that
 * touch the same target take effect in the order asked; but the first claim of a field, which gives
 * it its bounds, may come after the call's other elements, and so may a claim of all that is left
 * ({@code had}, {@code could}), which is short until the others leave no more than that.
 *
 * <p><b>A settle does not fail.</b> If a store can know of its collections what would stop one, it
 * finds that at the placing, or refuses it there by name, beside what the rules refuse. If a unique
 * index is kept, an insert is refused with {@code ValueTaken} if a document has its value, and is
 * busy if a placeholder has, which is named as {@code elsewhere} then; a field of such an index is
 * not changed ({@code ChangeImpossible}) and not added to ({@code NotAddable}). A hold in a
 * collection in which no hold can tell what a settle will meet is refused with {@code
 * UnsafeCollection}. A hold for which a document has no room is refused with {@code
 * DocumentTooLarge}, or busy if it would have room without the holds of others. A store that has no
 * such indexes, collections and limits refuses nothing of that.
 *
 * <p><b>Match counts.</b> The effect of a change is known from the acknowledged count of a write,
 * and never by a read, which may be older than the write: a read may only say that a write must be
 * sent again, or show a hold exactly as it was asked for. So an answer of {@link #end} that is not
 * in doubt means for certain that what it asked for is not held any more: matched, that it was
 * removed; not matched, that it was not there.
 *
 * <p>A call of one element answers exactly: matched is matched by this call. If some elements of a
 * longer call match and some do not, then a store may know only how many. Then {@link #end} may
 * answer matched for what was not there, unless its record still holds the target in that mode,
 * {@link #stamp} for what was held, at some moment of the call, as it would leave it, and {@link
 * #place} held for what is held as asked, all by this call or from before it; {@link #stamp} may
 * answer not matched for a hold that a later element of the call has raised further; what is
 * refused may be answered busy, or present, for what another element of the call holds; and an
 * answer names holders, bounds and fields of some moment of the call. The store never answers for a
 * hold that an end asks for and cannot remove: it throws a {@link StoreException}.
 *
 * <p><b>True refusals.</b> A refusal, or too little, was so of the target as a majority of the
 * store's servers had it at some moment of the call.
 *
 * <p><b>Again.</b> {@link #end} may be asked again: what is done already is not done twice. {@link
 * #place} and {@link #stamp} may be asked again only after an answer, and nothing on the way to the
 * store may deliver them twice: see rule 4 of the protocol.
 *
 * <p><b>In doubt.</b> An element without an answer (a lost connection, a time-out) is answered in
 * doubt: it may have taken effect, or may yet, at any later time. Once an element of {@link #place}
 * or {@link #stamp} is in doubt, what has not been sent by then is not sent, and is in doubt too.
 * {@link #end} goes to each cluster, whatever became of the others.
 *
 * <p><b>Unreachable.</b> {@link StoreUnavailableException} says that the call sent nothing.
 */
public interface Holds {

  /**
   * Places a hold for each request, at its epoch. The requests' collections are among {@link
   * #collections} before anything is held.
   */
  List<Answer> place(List<Placing> asked);

  /** Raises each hold to its epoch, if it is there as it was read, and older: else not matched. */
  List<MatchOutcome> stamp(List<Stamping> asked);

  /**
   * Ends each hold: else not matched. A document that is inserted, changed or added to is stamped
   * with the transaction's id; a placeholder goes with its hold.
   *
   * @throws IllegalArgumentException if a number is to move by more than its hold allows, which is
   *     a fault of the caller
   */
  List<MatchOutcome> end(List<Ending> asked);

  /**
   * Reads targets, each as some whole state it has had since the call began; or, if the store has
   * just changed its primary, shortly before. So nothing is refused by such a read alone. No read
   * here shows an older state of one cluster's replica set than an earlier read here, or in {@link
   * Records#find}, has shown: a reader of several documents relies on it. A document of the
   * accounts' collection is found as the account.
   */
  List<Sight> find(List<Target> targets);

  /**
   * Reads one target as the latest state that a majority of the store's servers has. A majority had
   * what is found at some moment of this call, so a server that has been cut off from the others
   * and does not know it never answers with what it alone still believes, as {@link #find} may. It
   * costs a write, which changes nothing that can be read here. Something unreadable is left alone
   * and shown as {@link #find} shows it, and an absence is what {@link #find} sees: neither is
   * confirmed.
   *
   * @throws StoreException if no majority has confirmed it within 5 seconds: that is no answer
   */
  Sight findLatest(Target target);

  /**
   * Shows {@code consumer} every target of a collection, each as some whole state it has had since
   * the call began: placeholders too. Accounts come in the order of their ids by Unicode code
   * point, others in an order of the store's own. One that comes meanwhile, or gets its first hold,
   * may be missed, and one that loses its last may be shown without. Something unreadable is shown
   * as such; if only those that are held are asked for, then if it seems to have a hold.
   *
   * @param onlyHeld whether only those are shown that bear a mark of the protocol: a hold, the
   *     bounds of a field, or that one is a placeholder
   */
  void scan(CollectionName collection, boolean onlyHeld, Consumer<Sight> consumer);

  /**
   * Names documents of a collection of which the guards hold as they are stored at some moment
   * since the call began: what is decided and not settled is not done to them. A document that
   * comes, goes or changes meanwhile may be named or left out. No placeholder is named.
   *
   * @param most the most documents that are named, above zero
   */
  List<DocumentRef> select(CollectionName collection, List<Guard> guards, int most);

  /**
   * The collections that have ever been asked for a hold of a document, by any process, in their
   * order: whatever becomes of a process and of what it has sent, a document of any other
   * collection has no hold of this store's records.
   *
   * @throws StoreException if they cannot be read
   */
  List<CollectionName> collections();
}
