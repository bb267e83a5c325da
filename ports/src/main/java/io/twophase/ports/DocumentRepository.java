package io.twophase.ports;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.DocumentLookup;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.HeldDocument;
import java.util.List;
import java.util.function.Consumer;

/**
 * Any documents of a host's, in any collections. Any number of processes may use one store at the
 * same time.
 *
 * <p><b>Atomicity.</b> Each change touches one document, wholly or not at all, and is guarded: the
 * guard is checked and the change made in one step that nothing comes between. A call is not
 * atomic: it is as many independent changes as it has elements, over whatever collections, which
 * have taken effect when the call returns, except those in doubt.
 *
 * <p><b>Order.</b> Answers come one for each element asked, in the order asked. Elements of one
 * call that touch the same document take effect in the order asked; but the first addition to a
 * field, which gives it its bounds, may come after the call's other elements.
 *
 * <p><b>Rules.</b> What a change does, and what refuses it, is what {@link
 * io.twophase.domain.participant.ParticipantRules} says. In which order new fields come behind
 * those that were there is left to the store. A document that has none of the protocol's fields
 * takes part as it is. A store that holds something unreadable under a document's id refuses holds
 * on it with {@code DocumentCorrupt}. A hold in it that is exactly as asked may still be ended, and
 * only that changes.
 *
 * <p><b>A settle does not fail.</b> What a store can know of its collections that would stop one is
 * found at the hold, or refused there by name, beside what the rules refuse. Where a unique index
 * is kept, an insert is refused with {@code ValueTaken} if a document has its value, and is busy if
 * a placeholder has, which is named then; a field of such an index is not changed ({@code
 * ChangeImpossible}) and not added to ({@code NotAddable}). A hold in a collection in which no hold
 * can tell what a settle will meet is refused with {@code UnsafeCollection}. A hold for which a
 * document has no room is refused with {@code DocumentTooLarge}, or busy if it would have room
 * without the holds of others. A store that has no such indexes, collections and limits refuses
 * nothing of that.
 *
 * <p><b>What is held.</b> A hold is known by its home, its transaction, its epoch and its
 * operation: the digest stands for the operation. A leg stamps or settles only a hold of exactly
 * its own operation; a hold of its transaction that is for something else is left as it is, and
 * {@link #hold} tells that it is there. What is released or withdrawn is named by the hold alone,
 * so an orphan can be, whose operation nobody knows any more.
 *
 * <p><b>Busy.</b> A document that another transaction holds in a way that keeps this one out is
 * answered busy, whatever its guards and bounds would say. Nothing is changed; and nothing is
 * waited for here.
 *
 * <p><b>Idempotence.</b> {@link #settle}, {@link #release} and {@link #withdraw} may be asked
 * again: what is done already is not done twice. {@link #hold} and {@link #stamp} may be asked
 * again only after an answer, and nothing on the way to the store may deliver them twice: see rule
 * 4 of the protocol.
 *
 * <p><b>Match counts.</b> The effect of a change is known from the acknowledged count of a write,
 * and never by a read, which may be older than the write: a read may only say that a write must be
 * sent again, or show a hold exactly as it was asked for. So an answer of {@link #settle}, {@link
 * #release} or {@link #withdraw} that is not in doubt means for certain that what it asked for is
 * not held any more: matched, that it was removed; not matched, that it was not there.
 *
 * <p>A call of one element answers exactly: matched is matched by this call. Of a longer call of
 * which some elements match and some do not, a store may know only how many. Then {@link #settle},
 * {@link #release} and {@link #withdraw} may answer matched for what was not there, {@link #stamp}
 * for what is held as the leg asks, and {@link #hold} held for what is held as asked, all by this
 * call or from before it; {@link #stamp} may answer not matched for a hold that a later element of
 * the call has raised further; what is refused may be answered busy, or present, for what another
 * element of the call holds; and a busy answer or a refusal names a holder or a field's value of
 * some moment of the call. What a settle, release or withdraw asks for and cannot remove is never
 * answered at all: that is a {@link StoreException}.
 *
 * <p><b>In doubt.</b> An element without an answer (a lost connection, a time-out) is answered in
 * doubt: it may have taken effect, or may yet, at any later time. Once an element of a call is in
 * doubt, later elements of that call are not sent, and are answered in doubt too.
 *
 * <p><b>Unreachable.</b> {@link StoreUnavailableException} says that the call sent nothing.
 */
public interface DocumentRepository {

  /**
   * Reads documents, each as some whole state it has had since the call began; or, where the store
   * has just changed its primary, shortly before. So nothing is refused by such a read alone. A
   * placeholder is found as such.
   */
  List<DocumentLookup> find(List<DocumentRef> documents);

  /**
   * Reads one document as the latest state that a majority of the store's servers has. What is
   * found was had by a majority at some moment of this call, so a server that has been cut off from
   * the others and does not know it never answers with what it alone still believes, as {@link
   * #find} may. It costs a write, which changes nothing that can be read here. Idempotent.
   * Something unreadable is left alone and shown as {@link #find} shows it, and an absence is what
   * {@link #find} sees: neither is confirmed.
   *
   * @throws StoreException if no majority has confirmed it within 5 seconds: that is no answer
   */
  DocumentLookup findLatest(DocumentRef document);

  /**
   * Shows {@code consumer} every document of a collection that has a hold, each as some whole state
   * it has had since the call began, in an order of the store's own; placeholders too. One that
   * gets its first hold meanwhile may be missed, and one that loses its last may be shown without.
   * Something unreadable is shown if it seems to have one.
   */
  void scanHeld(CollectionName collection, Consumer<DocumentLookup> consumer);

  /**
   * The same of every document that bears any mark of the protocol but a stamp: a hold, the bounds
   * of a field, or that it is a placeholder.
   */
  void scanMarked(CollectionName collection, Consumer<DocumentLookup> consumer);

  /**
   * The collections that have ever been asked for a hold, by any process, in their order: whatever
   * becomes of a process and of what it has sent, a document of any other collection has no hold of
   * this store's transactions.
   *
   * @throws StoreException if they cannot be read
   */
  List<CollectionName> collections();

  /**
   * Places a hold for each leg, at the leg's epoch, as {@code ParticipantRules.hold} says. The
   * legs' collections are among {@link #collections} before anything is held.
   */
  List<DocumentHoldOutcome> hold(List<DocumentLeg> legs);

  /**
   * Raises each leg's hold to the leg's epoch, where there is one of an older epoch that is for the
   * leg's operation: else not matched.
   */
  List<MatchOutcome> stamp(List<DocumentLeg> legs);

  /**
   * Settles each leg, where its operation is held at exactly the leg's epoch: else not matched.
   * What is inserted, changed or added to is stamped with the transaction's id.
   */
  List<MatchOutcome> settle(List<DocumentLeg> legs);

  /**
   * Gives back what is held, at whatever epoch the document has that hold: else not matched. A
   * placeholder is deleted.
   */
  List<MatchOutcome> release(List<HeldDocument> held);

  /**
   * Gives back what is held, where the document has that hold at exactly its epoch: else not
   * matched. A placeholder is deleted.
   */
  List<MatchOutcome> withdraw(List<HeldDocument> held);
}
