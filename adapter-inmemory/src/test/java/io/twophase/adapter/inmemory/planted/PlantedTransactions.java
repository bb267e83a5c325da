package io.twophase.adapter.inmemory.planted;

import io.twophase.adapter.inmemory.InMemoryTransactionRepository;
import io.twophase.domain.authorization.Captured;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.ApplicationName;
import io.twophase.domain.id.Epoch;
import io.twophase.domain.id.Token;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.BeginOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.AuthorizationTransition;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.Labels;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.Receipt;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.transaction.Transition;
import io.twophase.ports.EndedQuery;
import io.twophase.ports.NewRecord;
import io.twophase.ports.TransactionQuery;
import io.twophase.ports.TransactionRepository;
import io.twophase.ports.UnfinishedQuery;
import io.twophase.test.forwarding.ForwardingTransactions;
import io.vavr.control.Option;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Repositories of transaction records that each break one promise. */
final class PlantedTransactions {

  private PlantedTransactions() {}

  /** A sound repository, for a planted one to do one thing differently. */
  private static class OverSound extends ForwardingTransactions {

    final TransactionRepository sound;

    OverSound() {
      this(new InMemoryTransactionRepository(Clock.systemUTC()));
    }

    private OverSound(TransactionRepository sound) {
      super(sound);
      this.sound = sound;
    }

    Option<Transaction> record(TransactionId id) {
      return find(List.of(id)).get(0) instanceof TransactionLookup.Found found
          ? Option.some(found.record())
          : Option.none();
    }
  }

  /** Lets a superseded owner decide, cancel and take over. */
  static final class AdvanceIgnoresTheEpoch extends OverSound {
    @Override
    public List<MatchOutcome> advance(List<Transition> transitions) {
      return sound.advance(transitions.stream().map(this::atTheStoredEpoch).toList());
    }

    private Transition atTheStoredEpoch(Transition transition) {
      Epoch stored = record(transition.transaction()).map(Transaction::epoch).getOrElse(Epoch.NONE);
      if (transition instanceof Transition.Decide decide) {
        return new Transition.Decide(decide.transaction(), stored);
      }
      if (transition instanceof Transition.BeginCancel cancel) {
        return new Transition.BeginCancel(
            cancel.transaction(), stored, cancel.reason(), cancel.owner(), cancel.token());
      }
      if (transition instanceof Transition.TakeOver takeOver) {
        return new Transition.TakeOver(
            takeOver.transaction(), stored, takeOver.application(), takeOver.token());
      }
      return transition;
    }
  }

  /** Answers that the transition was made, whatever the record. */
  static final class AdvanceIgnoresTheMatchCount extends OverSound {
    @Override
    public List<MatchOutcome> advance(List<Transition> transitions) {
      sound.advance(transitions);
      return Collections.nCopies(transitions.size(), MatchOutcome.MATCHED);
    }
  }

  /** Shows the first unfinished ones, whatever is to be skipped. */
  static final class UnfinishedIgnoresTheSkip extends OverSound {
    @Override
    public List<TransactionLookup> unfinished(UnfinishedQuery query) {
      return sound.unfinished(query.withSkip(0));
    }
  }

  /** Shows the first unfinished ones, whatever they are to come after. */
  static final class UnfinishedIgnoresThePlace extends OverSound {
    @Override
    public List<TransactionLookup> unfinished(UnfinishedQuery query) {
      return sound.unfinished(
          new UnfinishedQuery(query.unmodifiedFor(), query.application(), query.limit())
              .withSkip(query.skip()));
    }
  }

  /** Shows those only that changed later than the record they are to come after. */
  static final class UnfinishedGoesOnByTheDate extends OverSound {
    @Override
    public List<TransactionLookup> unfinished(UnfinishedQuery query) {
      return sound.unfinished(query).stream()
          .filter(
              seen ->
                  query
                      .after()
                      .forAll(
                          place ->
                              ((TransactionLookup.Found) seen)
                                  .record()
                                  .lastModified()
                                  .isAfter(place.lastModified())))
          .toList();
    }
  }

  /** Stores a record over the one that is there. */
  static final class BeginOverwrites extends OverSound {
    private final Map<TransactionId, TransactionRepository> latest = new ConcurrentHashMap<>();

    @Override
    public List<BeginOutcome> begin(List<NewRecord> records) {
      List<BeginOutcome> outcomes = new ArrayList<>();
      for (NewRecord record : records) {
        TransactionRepository one = new InMemoryTransactionRepository(Clock.systemUTC());
        outcomes.addAll(one.begin(List.of(record)));
        latest.put(record.id(), one);
      }
      return outcomes;
    }

    @Override
    public List<MatchOutcome> advance(List<Transition> transitions) {
      return transitions.stream()
          .map(transition -> of(transition.transaction()).advance(List.of(transition)).get(0))
          .toList();
    }

    @Override
    public List<TransactionLookup> find(List<TransactionId> ids) {
      return ids.stream().map(id -> of(id).find(List.of(id)).get(0)).toList();
    }

    private TransactionRepository of(TransactionId id) {
      return latest.getOrDefault(id, sound);
    }
  }

  /** Lists the oldest first. */
  static final class LatestIsRemembered extends OverSound {
    private final Map<TransactionId, TransactionLookup> remembered = new ConcurrentHashMap<>();

    @Override
    public TransactionLookup findLatest(TransactionId id) {
      return remembered.computeIfAbsent(id, sound::findLatest);
    }
  }

  /** Lists in the wrong order. */
  static final class LatestIsOldestFirst extends OverSound {
    @Override
    public List<TransactionLookup> latest(TransactionQuery query) {
      List<TransactionLookup> listed = new ArrayList<>(sound.latest(query));
      Collections.reverse(listed);
      return listed;
    }
  }

  /** Shows of an account what leaves it, and nothing that comes. */
  static final class ScanOfAnAccountForgetsCredits extends OverSound {
    @Override
    public void scan(AccountId account, Consumer<TransactionLookup> consumer) {
      sound.scan(
          account,
          lookup -> {
            if (((TransactionLookup.Found) lookup)
                .record()
                .accountOperations()
                .get(0)
                .account()
                .equals(account)) {
              consumer.accept(lookup);
            }
          });
    }
  }

  /** Lists whatever is said of them. */
  static final class LatestIgnoresTheLabels extends OverSound {
    @Override
    public List<TransactionLookup> latest(TransactionQuery query) {
      return sound.latest(query.labelled(Labels.NONE));
    }
  }

  /** Keeps of what is said the reference alone. */
  static final class BeginForgetsTheMetadata extends OverSound {
    @Override
    public List<BeginOutcome> begin(List<NewRecord> records) {
      return sound.begin(
          records.stream()
              .<NewRecord>map(
                  record ->
                      new NewRecord.Begun(
                          record
                              .body()
                              .labelled(new Labels(record.body().labels().reference(), Map.of())),
                          new ApplicationName("app"),
                          new Token("x")))
              .toList());
    }
  }

  /** Says of every cancellation that recovery made it. */
  static final class FindMistakesTheReason extends OverSound {
    @Override
    public List<TransactionLookup> find(List<TransactionId> ids) {
      return sound.find(ids).stream().map(FindMistakesTheReason::mistaken).toList();
    }

    private static TransactionLookup mistaken(TransactionLookup lookup) {
      if (!(lookup instanceof TransactionLookup.Found found)) {
        return lookup;
      }
      Transaction whole = found.record();
      return new TransactionLookup.Found(
          new Transaction(
              whole.body(),
              whole.state(),
              whole.epoch(),
              whole.application(),
              whole.token(),
              whole.reason().map(reason -> new CancelReason.Recovered()),
              whole.createdAt(),
              whole.lastModified(),
              whole.timeline()),
          found.unmodifiedFor());
    }
  }

  /** Keeps of a capture that it happened, and not how much. */
  static final class CaptureForgetsTheAmounts extends OverSound {
    @Override
    public List<MatchOutcome> advance(List<Transition> transitions) {
      return sound.advance(
          transitions.stream()
              .map(
                  transition ->
                      transition instanceof AuthorizationTransition.Capture capture
                          ? with(capture, Captured.IN_FULL, capture.approvals())
                          : transition)
              .toList());
    }
  }

  /** Keeps of a decision that it happens, and not how much there was. */
  static final class DecideForgetsTheAmounts extends OverSound {
    @Override
    public List<MatchOutcome> advance(List<Transition> transitions) {
      return sound.advance(
          transitions.stream()
              .map(
                  transition ->
                      transition instanceof Transition.Decide decide
                          ? new Transition.Decide(decide.transaction(), decide.epoch())
                          : transition)
              .toList());
    }
  }

  /** Captures what too few have approved. */
  static final class CaptureIgnoresApprovals extends OverSound {
    @Override
    public List<MatchOutcome> advance(List<Transition> transitions) {
      return sound.advance(
          transitions.stream()
              .map(
                  transition ->
                      transition instanceof AuthorizationTransition.Capture capture
                          ? with(capture, capture.captured(), 0)
                          : transition)
              .toList());
    }
  }

  private static Transition with(
      AuthorizationTransition.Capture capture, Captured captured, int approvals) {
    return new AuthorizationTransition.Capture(
        capture.transaction(),
        capture.epoch(),
        captured,
        approvals,
        capture.owner(),
        capture.token());
  }

  /** Says that it has voided what was captured before. */
  static final class VoidIgnoresTheMatchCount extends OverSound {
    @Override
    public List<MatchOutcome> advance(List<Transition> transitions) {
      List<MatchOutcome> outcomes = new ArrayList<>(sound.advance(transitions));
      for (int at = 0; at < transitions.size(); at++) {
        if (transitions.get(at) instanceof AuthorizationTransition.VoidAuthorization) {
          outcomes.set(at, MatchOutcome.MATCHED);
        }
      }
      return outcomes;
    }
  }

  /** Shows all that waits for its capture, expired or not. */
  static final class OverdueIgnoresTheTime extends OverSound {
    @Override
    public List<TransactionLookup> overdue(int limit) {
      return sound.latest(
          new TransactionQuery(Option.some(State.AUTHORIZED), Option.none(), limit));
    }
  }

  /** Shows what moves money, and nothing of what is done to documents. */
  static final class FindForgetsDocuments extends OverSound {
    @Override
    public List<TransactionLookup> find(List<TransactionId> ids) {
      return sound.find(ids).stream()
          .map(
              lookup ->
                  lookup instanceof TransactionLookup.Found found
                      ? new TransactionLookup.Found(
                          forgetful(found.record()), found.unmodifiedFor())
                      : lookup)
          .toList();
    }

    private static Transaction forgetful(Transaction whole) {
      NewTransaction body = whole.body();
      if (body.accountOperations().isEmpty()) {
        return whole;
      }
      return new Transaction(
          new NewTransaction(
              body.id(),
              List.copyOf(body.accountOperations()),
              body.reverses(),
              body.note(),
              body.importedRow()),
          whole.state(),
          whole.epoch(),
          whole.application(),
          whole.owner(),
          whole.token(),
          whole.reason(),
          whole.createdAt(),
          whole.lastModified(),
          whole.timeline());
    }
  }

  /** Gives what was finished last first. */
  static final class EndedIsNewestFirst extends OverSound {
    @Override
    public List<TransactionLookup> ended(EndedQuery query) {
      List<TransactionLookup> reversed =
          new ArrayList<>(sound.ended(new EndedQuery(query.endedFor(), 10_000)));
      Collections.reverse(reversed);
      return reversed.stream().limit(query.limit()).toList();
    }
  }

  /** Shows the same page for ever. */
  static final class EndedIgnoresThePlace extends OverSound {
    @Override
    public List<TransactionLookup> ended(EndedQuery query) {
      return sound.ended(new EndedQuery(query.endedFor(), query.limit()));
    }
  }

  /** Removes whatever has the id by now. */
  static final class RemoveKnowsTheIdOnly extends OverSound {
    @Override
    public List<MatchOutcome> remove(List<Transaction> finished) {
      return sound.remove(
          finished.stream().map(given -> record(given.id()).getOrElse(given)).toList());
    }
  }

  /** Answers that it removed what it did not. */
  static final class RemoveIgnoresTheMatchCount extends OverSound {
    @Override
    public List<MatchOutcome> remove(List<Transaction> finished) {
      return sound.remove(finished).stream().map(outcome -> MatchOutcome.MATCHED).toList();
    }
  }

  /** Lets go of the id where it should leave a receipt. */
  static final class ReplaceFreesTheId extends OverSound {
    @Override
    public List<MatchOutcome> replace(List<Receipt> receipts) {
      return sound.remove(
          receipts.stream().flatMap(receipt -> record(receipt.id()).toJavaStream()).toList());
    }
  }

  /** Replaces whatever has the id by now. */
  static final class ReplaceKnowsTheIdOnly extends OverSound {
    @Override
    public List<MatchOutcome> replace(List<Receipt> receipts) {
      return sound.replace(
          receipts.stream()
              .map(given -> record(given.id()).flatMap(Receipt::of).getOrElse(given))
              .toList());
    }
  }

  /** Keeps that it ended, and not how. */
  static final class ReplaceForgetsTheAnswer extends OverSound {
    @Override
    public List<MatchOutcome> replace(List<Receipt> receipts) {
      return sound.replace(
          receipts.stream()
              .map(
                  given ->
                      new Receipt(
                          given.id(),
                          given.digest(),
                          given.epoch(),
                          Option.none(),
                          Option.none(),
                          given.finishedAt()))
              .toList());
    }
  }

  /** Removes receipts whatever their age. */
  static final class RemoveReceiptsIgnoresTheAge extends OverSound {
    @Override
    public int removeReceipts(Duration endedFor, int limit) {
      return sound.removeReceipts(Duration.ZERO, limit);
    }
  }
}
