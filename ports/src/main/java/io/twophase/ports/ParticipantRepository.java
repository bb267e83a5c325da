package io.twophase.ports;

import io.twophase.domain.outcome.HoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.ParticipantLeg;
import java.util.List;

/**
 * All that transactions hold, settle and give back in one store: its accounts and its documents, in
 * one call. A store that can sends a call as one command, whatever collections it is on. {@link
 * AccountsThenDocuments} is what a store has that cannot.
 *
 * <p>What {@link AccountRepository} promises of each leg on an account, and {@link
 * DocumentRepository} of each leg on a document, is promised here: its guard, its rules, what a
 * count says, what is in doubt. The same may be asked again here as there. {@link #hold} and {@link
 * #stamp} may be asked again only after an answer, and nothing on the way to the store may deliver
 * them twice: see rule 4 of the protocol.
 *
 * <p><b>Order.</b> Answers come one for each leg, in the order asked: those of legs on accounts are
 * what {@link AccountRepository} would answer, those of legs on documents what {@link
 * DocumentRepository} would. Legs of one call that touch the same account take effect in the order
 * asked, and so do those that touch the same document, as far as {@link DocumentRepository}
 * promises it. An account and a document are two things, and nothing is said of their order.
 *
 * <p><b>In doubt.</b> An element without an answer is answered in doubt: it may have taken effect,
 * or may yet, at any later time. Once a leg of {@link #hold} or {@link #stamp} is in doubt, what
 * has not been sent by then is not sent, and is in doubt too. Where documents are on several
 * clusters, {@link #settle}, {@link #release} and {@link #withdraw} go to each, whatever became of
 * the others.
 *
 * <p><b>Unreachable.</b> {@link StoreUnavailableException} says that the call sent nothing.
 */
public interface ParticipantRepository {

  /** Places a hold for each leg, at the leg's epoch. */
  List<HoldOutcome> hold(List<ParticipantLeg> legs);

  /**
   * Raises each leg's hold to the leg's epoch, where there is one of an older epoch that is for the
   * leg's operation: else not matched.
   */
  List<MatchOutcome> stamp(List<ParticipantLeg> legs);

  /**
   * Settles each leg, where its operation is held at exactly the leg's epoch: else not matched. Of
   * a debit or a credit of which less is settled than is held, the rest is given back.
   */
  List<MatchOutcome> settle(List<ParticipantLeg> legs);

  /** Gives back what each leg holds, at whatever epoch it is held: else not matched. */
  List<MatchOutcome> release(List<ParticipantLeg> legs);

  /** Gives back what each leg holds, where it is held at exactly its epoch: else not matched. */
  List<MatchOutcome> withdraw(List<ParticipantLeg> legs);
}
