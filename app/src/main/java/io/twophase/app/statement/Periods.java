package io.twophase.app.statement;

import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.app.transfer.TransactionRequest;
import io.twophase.domain.CheckReturnValue;
import io.twophase.domain.PeriodName;
import io.twophase.domain.Reason;
import io.twophase.domain.TransactionId;
import io.twophase.domain.account.Period;
import io.twophase.domain.account.PeriodState;
import io.twophase.domain.account.PostingsChange;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.FieldChange;
import io.twophase.domain.document.Guards;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.Stored;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.TransactionRecord;
import io.twophase.domain.transaction.DocumentRefusal;
import io.twophase.domain.transaction.NewTransaction;
import io.twophase.domain.transaction.PeriodRefusal;
import io.twophase.domain.transaction.State;
import io.twophase.domain.transaction.Transaction;
import io.twophase.domain.value.Fields;
import io.twophase.ports.Answers;
import io.twophase.ports.CallerGuard;
import io.twophase.ports.IdSource;
import io.twophase.ports.Store;
import io.twophase.ports.StoreUnavailableException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Accounting periods. A transaction that is asked for in a period ({@code inPeriod}) checks that it
 * is open, and is refused as {@code PeriodClosed} if it is not. A period is opened, closed and
 * reopened by a transaction over the same document, so a posting and a closing are decided one
 * after the other: once a period was answered to be closed, no posting of it is decided any more,
 * and all that were begun in it are decided. Thread-safe.
 *
 * <p>Closing first keeps new postings out, and then waits for those that were begun, as long as the
 * engine's patience says. Each request is idempotent, and may be asked again after any answer.
 *
 * <p>Each method throws {@link io.twophase.ports.StoreUnavailableException} if the store cannot be
 * reached and nothing was sent to it.
 */
@CheckReturnValue
public final class Periods {

  /** The number of transactions that {@link PeriodOutcome.StillUndecided} names at most. */
  public static final int MOST_NAMED = 100;

  private static final int TRIES = 3;

  private final Store store;
  private final DocumentReader reader;
  private final Function<TransactionRequest, TransactionOutcome> run;
  private final IdSource ids;
  private final CallerGuard guard;

  /**
   * The periods of one store.
   *
   * @param run runs transactions
   * @param guard is asked before anything is written
   */
  public Periods(
      Store store,
      DocumentReader reader,
      Function<TransactionRequest, TransactionOutcome> run,
      IdSource ids,
      CallerGuard guard) {
    this.store = store;
    this.reader = reader;
    this.run = run;
    this.ids = ids;
    this.guard = guard;
  }

  /** The period of that name, as decided at a moment within the call. */
  public PeriodLookup find(PeriodName name) {
    Objects.requireNonNull(name, "name");
    return find(List.of(name)).get(0);
  }

  /**
   * The periods in the order of their names, each as decided at a moment within the call. There are
   * no more when a page is empty.
   *
   * @param after only those behind this one
   */
  public List<PeriodLookup> page(Optional<PeriodName> after) {
    Objects.requireNonNull(after, "after");
    List<PeriodName> names = store.accounts().periods(after);
    return names.isEmpty() ? List.of() : find(names);
  }

  /**
   * Opens a period that there was not. One that was closed is not opened again by this.
   *
   * @param reason for people, kept with the period as {@link Reason#cut} cuts it; may be empty
   */
  public PeriodOutcome open(PeriodName name, String reason) {
    Objects.requireNonNull(name, "name");
    Optional<String> why = why(reason);
    guard.check();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put(Period.OPEN, true);
    why.ifPresent(text -> fields.put(Period.REASON, text));
    return outcome(
        name,
        run.apply(request(name, "opened", why).insert(Period.document(name), fields)),
        refused ->
            refused instanceof DocumentRefusal.DocumentExists
                ? asIs(
                    name,
                    PeriodState.OPEN,
                    () -> new PeriodOutcome.Refused(name, new PeriodRefusal.PeriodClosed(name)))
                : new PeriodOutcome.Refused(name, refused));
  }

  /**
   * Closes a period. It takes no new postings from then on, whatever is answered. Once the answer
   * is {@link PeriodOutcome.Changed}, every posting of it is decided.
   *
   * @param reason for people, kept with the period as {@link Reason#cut} cuts it; if it is empty, a
   *     close that goes on keeps the one of before
   */
  public PeriodOutcome close(PeriodName name, String reason) {
    Objects.requireNonNull(name, "name");
    Optional<String> why = why(reason);
    guard.check();
    return closed(name, why, TRIES);
  }

  private PeriodOutcome closed(PeriodName name, Optional<String> why, int tries) {
    return switch (store.accounts().changePeriod(name, PostingsChange.STOP, why)) {
      case IN_DOUBT -> new PeriodOutcome.Unknown(name, "the store gave no answer");
      case MATCHED, NOT_MATCHED -> afterwards(name, () -> seenThrough(name, why, tries));
    };
  }

  /** An authorization waits for people, so nobody waits for it here. */
  private PeriodOutcome seenThrough(PeriodName name, Optional<String> why, int tries) {
    List<TransactionId> undecided = authorized(name).isEmpty() ? List.of() : undecided(name);
    return undecided.isEmpty()
        ? found(
            name,
            period ->
                outcome(
                    name,
                    run.apply(closing(period, why)),
                    refused -> notClosed(name, why, refused, tries - 1)))
        : stillUndecided(name, undecided);
  }

  private TransactionRequest closing(Period period, Optional<String> why) {
    Guards stopped = Guards.where(Period.OPEN).equalTo(false).and(Period.CLOSED).absent();
    List<FieldChange> changes = new ArrayList<>();
    // a reopening while this is held writes past the hold
    changes.add(FieldChange.set(Period.OPEN, false));
    period.closedAt().ifPresent(at -> changes.add(FieldChange.set(Period.CLOSED_AT, at)));
    changes.add(FieldChange.set(Period.CLOSED, true));
    why.ifPresent(text -> changes.add(FieldChange.set(Period.REASON, text)));
    return request(period.name(), "closed", why)
        .change(
            Period.document(period.name()),
            period.closedAt().map(stopped.and(Period.CLOSED_AT)::equalTo).orElse(stopped),
            changes.toArray(FieldChange[]::new));
  }

  /** It is closed; or somebody has opened it since it was stopped, and it is tried again. */
  private PeriodOutcome notClosed(
      PeriodName name, Optional<String> why, Reason refused, int triesLeft) {
    PeriodOutcome no = new PeriodOutcome.Refused(name, refused);
    if (refused instanceof DocumentRefusal.GuardFailed) {
      return asIs(
          name, PeriodState.CLOSED, () -> triesLeft > 0 ? closed(name, why, triesLeft) : no);
    }
    if (!(refused instanceof DocumentRefusal.DocumentBusy)) {
      return no;
    }
    List<TransactionId> undecided = undecided(name);
    if (!undecided.isEmpty()) {
      return stillUndecided(name, undecided);
    }
    return triesLeft > 0 ? seenThrough(name, why, triesLeft) : no;
  }

  private PeriodOutcome stillUndecided(PeriodName name, List<TransactionId> undecided) {
    List<TransactionId> named = undecided.subList(0, Math.min(MOST_NAMED, undecided.size()));
    return found(name, period -> new PeriodOutcome.StillUndecided(period, named, undecided.size()));
  }

  /**
   * Has a period take postings again that is closed, or is being closed.
   *
   * @param reason for people, kept with the period as {@link Reason#cut} cuts it; may be empty
   */
  public PeriodOutcome reopen(PeriodName name, String reason) {
    Objects.requireNonNull(name, "name");
    Optional<String> why = why(reason);
    guard.check();
    return reopened(name, why, TRIES);
  }

  private PeriodOutcome reopened(PeriodName name, Optional<String> why, int tries) {
    return switch (store.accounts().changePeriod(name, PostingsChange.RESUME, why)) {
      case MATCHED -> afterwards(name, () -> found(name, period -> resumed(period, why, tries)));
      case IN_DOUBT -> new PeriodOutcome.Unknown(name, "the store gave no answer");
      case NOT_MATCHED -> reopenedByRun(name, why, tries);
    };
  }

  /** A close that was decided, and not settled, has closed it all the same. */
  private PeriodOutcome resumed(Period period, Optional<String> why, int tries) {
    return period.state() == PeriodState.CLOSED
        ? reopenedByRun(period.name(), why, tries)
        : new PeriodOutcome.Changed(period, false);
  }

  private PeriodOutcome reopenedByRun(PeriodName name, Optional<String> why, int tries) {
    return outcome(
        name,
        run.apply(reopening(name, why)),
        refused -> notReopened(name, why, refused, tries - 1));
  }

  private TransactionRequest reopening(PeriodName name, Optional<String> why) {
    return request(name, "reopened", why)
        .change(
            Period.document(name),
            Guards.where(Period.CLOSED).equalTo(true),
            why.map(text -> FieldChange.set(Period.REASON, text))
                .orElse(FieldChange.unset(Period.REASON)),
            FieldChange.set(Period.OPEN, true),
            FieldChange.unset(Period.CLOSED),
            FieldChange.unset(Period.CLOSED_AT));
  }

  /** It is open; or somebody has begun to close it since, and it is tried again. */
  private PeriodOutcome notReopened(
      PeriodName name, Optional<String> why, Reason refused, int triesLeft) {
    PeriodOutcome no = new PeriodOutcome.Refused(name, refused);
    return refused instanceof DocumentRefusal.GuardFailed
        ? asIs(name, PeriodState.OPEN, () -> triesLeft > 0 ? reopened(name, why, triesLeft) : no)
        : no;
  }

  private TransactionRequest request(PeriodName name, String what, Optional<String> why) {
    return TransactionRequest.of(ids.nextTransactionId())
        .noted("period " + name + " " + what + why.map(text -> ": " + text).orElse(""));
  }

  private PeriodOutcome outcome(
      PeriodName name, TransactionOutcome outcome, Function<Reason, PeriodOutcome> refused) {
    return afterwards(
        name,
        () ->
            outcome.fold(
                applied -> found(name, period -> new PeriodOutcome.Changed(period, false)),
                no -> refused.apply(no.reason()),
                unknown -> new PeriodOutcome.Unknown(name, unknown.why()),
                notAsked -> new PeriodOutcome.Unknown(name, notAsked.why())));
  }

  /** Something was sent by then: if the store is lost, then it is not known what came of that. */
  private static PeriodOutcome afterwards(PeriodName name, Supplier<PeriodOutcome> rest) {
    try {
      return rest.get();
    } catch (StoreUnavailableException lost) {
      return new PeriodOutcome.Unknown(name, String.valueOf(lost.getMessage()));
    }
  }

  /** Changed before, if it is in that state; else what comes of it otherwise. */
  private PeriodOutcome asIs(
      PeriodName name, PeriodState wanted, Supplier<PeriodOutcome> otherwise) {
    return found(
        name,
        period ->
            period.state() == wanted ? new PeriodOutcome.Changed(period, true) : otherwise.get());
  }

  private PeriodOutcome found(PeriodName name, Function<Period, PeriodOutcome> answer) {
    return find(name)
        .fold(
            found -> answer.apply(found.period()),
            absent -> new PeriodOutcome.Refused(name, new PeriodRefusal.NoSuchPeriod(name)),
            unreadable -> new PeriodOutcome.Refused(name, unreadable));
  }

  private static Optional<String> why(String reason) {
    return Optional.of(Reason.cut(Objects.requireNonNull(reason, "reason")))
        .filter(text -> !text.isEmpty());
  }

  /** The periods, one of each name, in their order. Most periods are stored as they are decided. */
  List<PeriodLookup> find(List<PeriodName> names) {
    List<Sight> stored = store.holds().find(names.stream().map(Periods::target).toList());
    return Answers.map(names, stored, this::lookup);
  }

  private static Target target(PeriodName name) {
    return new Target.OfDocument(Period.document(name));
  }

  private PeriodLookup lookup(PeriodName name, Sight seen) {
    return switch (seen.kind()) {
      case FOUND ->
          decided(name, seen.stored().orElseThrow())
              .map(
                  fields ->
                      Period.of(name, fields)
                          .<PeriodLookup>fold(
                              fault -> new PeriodLookup.Unreadable(name, fault),
                              PeriodLookup.Found::new))
              .orElseGet(() -> new PeriodLookup.Absent(name));
      case ABSENT -> new PeriodLookup.Absent(name);
      case UNREADABLE -> new PeriodLookup.Unreadable(name, seen.fault().orElseThrow());
    };
  }

  /** Checks change nothing, whatever becomes of them. */
  private Optional<Fields> decided(PeriodName name, Stored stored) {
    return stored.holds().stream().allMatch(hold -> hold.mode() == HoldMode.SHARED)
        ? Optional.of(stored.fields())
        : reader.read(Period.document(name)).orElseThrow().get(0).fields();
  }

  /**
   * The transactions that hold the period's document and are not decided yet: closing the period
   * waits for them. One that cannot be found, or not be read, is not known to be decided.
   */
  public List<TransactionId> undecided(PeriodName name) {
    Objects.requireNonNull(name, "name");
    List<Hold> held = held(name);
    Set<TransactionId> holders = new LinkedHashSet<>();
    Answers.each(
        held,
        deciders(held),
        (hold, decider) ->
            holders.addAll(
                decider
                    .record()
                    .map(TransactionRecord::members)
                    .orElse(List.of(hold.transaction()))));
    return holders.isEmpty()
        ? List.of()
        : store.records().findMembers(List.copyOf(holders)).stream()
            .filter(lookup -> isUndecided(lookup, Period.document(name)))
            .map(lookup -> new TransactionId(lookup.id()))
            .toList();
  }

  private static boolean isUndecided(Lookup lookup, DocumentRef period) {
    return switch (lookup.kind()) {
      case FOUND ->
          lookup
              .transaction()
              .filter(seen -> !seen.state().isDecided())
              .map(Transaction::body)
              .filter(body -> touches(body, period))
              .isPresent();
      case ABSENT, UNREADABLE -> true;
      case REMOVED -> false;
    };
  }

  /** A member of a record that has checked a period need not be one that is posted in it. */
  private static boolean touches(NewTransaction body, DocumentRef period) {
    return body.operations().stream()
        .anyMatch(
            operation ->
                operation.<Boolean>foldTarget(
                    account -> false, document -> document.document().equals(period)));
  }

  /** The authorizations that hold it: they wait for somebody to capture them. */
  List<TransactionId> authorized(PeriodName name) {
    return deciders(held(name)).stream()
        .flatMap(lookup -> lookup.record().stream())
        .filter(record -> record.state() == State.AUTHORIZED)
        .map(record -> record.id().transaction())
        .toList();
  }

  private List<Hold> held(PeriodName name) {
    Sight seen = store.holds().find(List.of(target(name))).get(0);
    return seen.stored().map(Stored::holds).orElse(List.of());
  }

  private List<Lookup> deciders(List<Hold> held) {
    return held.isEmpty()
        ? List.of()
        : store.records().find(held.stream().map(Hold::record).toList());
  }
}
