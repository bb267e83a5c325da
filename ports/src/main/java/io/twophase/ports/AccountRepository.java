package io.twophase.ports;

import io.twophase.domain.account.Opening;
import io.twophase.domain.account.StatusChange;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.operation.Leg;
import io.twophase.domain.outcome.AccountHoldOutcome;
import io.twophase.domain.outcome.AccountLookup;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.OpenOutcome;
import io.twophase.domain.outcome.StatusOutcome;
import java.util.List;
import java.util.function.Consumer;

/**
 * The accounts. Any number of processes may use one store at the same time.
 *
 * <p><b>Atomicity.</b> Each change touches one account, wholly or not at all, and is guarded: the
 * guard is checked and the change made in one step that nothing comes between. A batch is not
 * atomic: it is as many independent changes as it has elements, which have taken effect when the
 * call returns, except those in doubt.
 *
 * <p><b>Order.</b> Answers come one for each element asked, in the order asked. Elements of one
 * call that touch the same account take effect in the order asked.
 *
 * <p><b>Rules.</b> What a change does, and what refuses it, is what {@link
 * io.twophase.domain.account.Account} says. A store that holds something unreadable under an
 * account's id refuses holds on it with {@code AccountCorrupt}; a hold on it that is exactly as
 * asked may still be ended, and only that changes. A store may rely on the types of what it has
 * written: a hold on an account that somebody else has given numbers of other types may be placed,
 * and is shown as unreadable.
 *
 * <p><b>Idempotence.</b> {@link #settle}, {@link #release}, {@link #withdraw}, {@link #open} and
 * {@link #change} may be asked again: what is done already is not done twice. {@link #hold} and
 * {@link #stamp} may be asked again only after an answer, and nothing on the way to the store may
 * deliver them twice: see rule 4 of the protocol. A stamp that came once more after its transaction
 * was settled would raise a late hold of an older epoch to the epoch that settles.
 *
 * <p><b>What is held.</b> A hold is known by its transaction, its epoch, its direction and its
 * amount. A leg stamps, settles, releases or withdraws only a hold of its own operation's direction
 * and amount; a hold of its transaction that is for something else is left as it is, and {@link
 * #hold} tells what it is for. Of a debit that is at most, {@link #hold} places a hold of what
 * there was at one moment, and answers how much that is; {@link #release} and {@link #withdraw} end
 * it however much it is, up to the leg's amount; {@link #stamp} and {@link #settle} take legs of
 * the debit that is held, and none that is at most. Such a leg is answered exactly, whatever the
 * call has beside it; where others change the account again and again, {@link #hold} of it may be
 * in doubt though the store has answered.
 *
 * <p><b>Match counts.</b> The effect of a change is known from the acknowledged count of a write,
 * and never by a read, which may be older than the write: a read may only say that a write must be
 * sent again, or show a hold exactly as it was asked for. So an answer of {@link #settle}, {@link
 * #release} or {@link #withdraw} that is not in doubt means for certain that the leg is not held
 * any more: matched, that it was removed; not matched, that it was not there.
 *
 * <p>A call of one leg answers exactly: matched is matched by this call. Of a longer call of which
 * some legs match and some do not, a store may know only how many. Then {@link #settle}, {@link
 * #release} and {@link #withdraw} may answer matched for what was not there, {@link #stamp} for
 * what is held as the leg asks, and {@link #hold} held for what is held as asked, all by this call
 * or from before it; {@link #stamp} may answer not matched for a hold that a later leg of the call
 * has raised further; a leg that is refused may be answered already held where another leg of the
 * call holds for the same transaction on the same account; a refusal then names figures of some
 * moment of the call. A protocol that asks what is acknowledged, and not by whom, needs no more.
 * What a settle, release or withdraw asks for and cannot remove is never answered at all: that is a
 * {@link StoreException}.
 *
 * <p><b>In doubt.</b> An element without an answer (a lost connection, a time-out) is answered in
 * doubt: it may have taken effect, or may yet, at any later time. Once an element of a call is in
 * doubt, later elements of that call are not sent, and are answered in doubt too.
 *
 * <p><b>Unreachable.</b> {@link StoreUnavailableException} says that the call sent nothing.
 */
public interface AccountRepository {

  /**
   * Opens accounts. One that is there with the same figures is {@code AlreadyOpen}, whatever has
   * happened to it since; with other figures it is refused as {@code OpenedDifferently}.
   */
  List<OpenOutcome> open(List<Opening> openings);

  /**
   * Reads accounts, each as some whole state it has had since the call began; or, where the store
   * has just changed its primary, shortly before. So nothing is refused by such a read alone.
   */
  List<AccountLookup> find(List<AccountId> ids);

  /**
   * Reads one account as the latest state that a majority of the store's servers has. What is found
   * was had by a majority at some moment of this call, so a server that has been cut off from the
   * others and does not know it never answers with what it alone still believes, as {@link #find}
   * may. For callers that must see it through a partition; it costs a write, in the manner of
   * MongoDB's manual ("Perform Quorum Reads on Replica Sets"), and changes nothing that can be read
   * here. Idempotent. Something unreadable is left alone and shown as {@link #find} shows it, and
   * an absence is what {@link #find} sees: neither is confirmed.
   *
   * @throws StoreException if no majority has confirmed it within 5 seconds: that is no answer
   */
  AccountLookup findLatest(AccountId id);

  /**
   * Shows {@code consumer} every account, in the order of their ids by Unicode code point, each as
   * some whole state it has had since the call began. Those opened meanwhile may be missed.
   * Something unreadable is shown as such; where its id is no text, before or after all others.
   */
  void scan(Consumer<AccountLookup> consumer);

  /**
   * Shows {@code consumer} every account that has a hold, of a transaction or of a batch, as {@link
   * #scan} would. One that gets its first hold meanwhile may be missed, and one that loses its last
   * may be shown without. Something unreadable is shown if it seems to have one.
   *
   * <p>This reads all accounts; a store that finds these faster does.
   */
  default void scanHeld(Consumer<AccountLookup> consumer) {
    scan(
        lookup -> {
          boolean free =
              lookup instanceof AccountLookup.Found found
                  && found.account().holds().isEmpty()
                  && found.account().ranges().isEmpty();
          if (!free) {
            consumer.accept(lookup);
          }
        });
  }

  /** Freezes, unfreezes or closes an account, as {@code Account.change} says. */
  StatusOutcome change(AccountId id, StatusChange change);

  /** Places a hold for each leg, at the leg's epoch, as {@code Account.hold} says. */
  List<AccountHoldOutcome> hold(List<Leg> legs);

  /**
   * Raises each leg's hold to the leg's epoch, where there is one of an older epoch that is for the
   * leg's operation: else not matched.
   */
  List<MatchOutcome> stamp(List<Leg> legs);

  /**
   * Settles each leg, where its operation is held at exactly the leg's epoch: else not matched. Of
   * a leg of which less is settled than is held, the rest is given back in the same step.
   */
  List<MatchOutcome> settle(List<Leg> legs);

  /** Releases each leg, where its operation is held, at whatever epoch: else not matched. */
  List<MatchOutcome> release(List<Leg> legs);

  /**
   * Releases each leg, where its operation is held at exactly the leg's epoch: else not matched.
   */
  List<MatchOutcome> withdraw(List<Leg> legs);
}
