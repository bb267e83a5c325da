package io.twophase.cli.imports;

import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.cli.imports.BadRow.BadRows;
import io.twophase.cli.text.Lines;
import io.twophase.cli.text.Tables;
import io.twophase.console.view.Json;
import io.twophase.domain.Epoch;
import io.twophase.domain.TransactionId;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Counts every row's answer. */
final class ImportTally {

  private static final String REUSED = "IdReused";

  private final long rows;
  private final BadRows bad;
  private final Map<String, Long> refused = new TreeMap<>();
  private final Map<Count, Long> counts = new EnumMap<>(Count.class);
  private Optional<String> firstDoubt = Optional.empty();
  private Optional<TransactionId> firstInDoubt = Optional.empty();

  /** The counts of rows, besides those that are refused. */
  enum Count {
    /** Those that are applied. */
    APPLIED,
    /** Those that this import itself applied. */
    NEWLY_APPLIED,
    /** Those that were decided before, applied or refused. */
    ALREADY_DONE,
    /** Those that another process overtook and finished. */
    FENCED,
    /** Rows that were given out to be asked. */
    GIVEN,
    /** Rows among those that nothing was sent of. */
    NOT_ASKED,
    /** Those that were asked, and have no certain answer. */
    IN_DOUBT,
    /** Those that are decided, and left with something to be written of what was decided. */
    UNFINISHED,
    /** Those that have ids that another file of the same name has taken. */
    SAME_NAME_OTHER_FILE,
    /** Those of them that are equal to a transfer that was applied then. */
    MOVED_FOR_OTHER_FILE,
    /** Those that were found decided, and whose file is no longer known. */
    OF_UNKNOWN_FILE
  }

  /**
   * Counts.
   *
   * @param rows how many rows there are
   */
  ImportTally(long rows, BadRows bad) {
    this.rows = rows;
    this.bad = bad;
  }

  /** So many more; counted by one thread, and read by any. */
  synchronized void add(Count what, long more) {
    counts.merge(what, more, Long::sum);
  }

  /** Returns how many rows of this kind there are so far. */
  synchronized long of(Count what) {
    return counts.getOrDefault(what, 0L);
  }

  synchronized void add(Count what, boolean isOne) {
    add(what, isOne ? 1 : 0);
  }

  /** The answer to a row. */
  synchronized void add(long line, TransactionOutcome outcome) {
    outcome
        .<Runnable>fold(
            done ->
                () -> {
                  add(Count.APPLIED, 1);
                  add(Count.NEWLY_APPLIED, !done.foundDecided());
                  decided(done.foundDecided(), done.fencedAt(), done.finished());
                },
            no ->
                () -> {
                  refuse(no.reason().kind());
                  decided(no.foundDecided(), no.fencedAt(), no.finished());
                },
            unknown -> () -> inDoubt(line, unknown),
            notAsked -> () -> add(Count.NOT_ASKED, 1))
        .run();
  }

  private void decided(boolean foundDecided, Optional<Epoch> fencedAt, boolean finished) {
    add(Count.ALREADY_DONE, foundDecided);
    add(Count.FENCED, fencedAt.isPresent());
    add(Count.UNFINISHED, !finished);
  }

  private void inDoubt(long line, TransactionOutcome.Unknown unknown) {
    add(Count.IN_DOUBT, 1);
    firstInDoubt = firstInDoubt.or(() -> Optional.of(unknown.id()));
    String why = "line " + line + ", transfer " + unknown.id() + ": " + unknown.why();
    firstDoubt = firstDoubt.or(() -> Optional.of(why));
  }

  /** A row that is refused. */
  synchronized void refuse(String kind) {
    refused.merge(kind, 1L, Long::sum);
  }

  /** A row that is no transfer. */
  void add(BadRow row) {
    refuse(row.kind());
    bad.add(row, "line " + row.line() + ": " + row.message());
  }

  /**
   * A row that asks for what another file of the same name has asked for under its id.
   *
   * @param hasMoved whether that was applied
   */
  synchronized void addOtherFile(boolean hasMoved) {
    refuse(REUSED);
    add(Count.SAME_NAME_OTHER_FILE, 1);
    add(Count.MOVED_FOR_OTHER_FILE, hasMoved);
  }

  long rows() {
    return rows;
  }

  /** Returns how many rows are refused, by the kind of the reason. */
  synchronized Map<String, Long> refused() {
    return new TreeMap<>(refused);
  }

  /** Returns how many rows are not applied since their ids were used before, for something else. */
  synchronized long reused() {
    return refused.getOrDefault(REUSED, 0L);
  }

  /** Returns what is said when the import is interrupted. */
  String interrupted() {
    return ("interrupted: %s of %s have their answer, which stays; to go on with the others: the"
            + " same import again")
        .formatted(answered(), Lines.count(rows, "row"));
  }

  /** Returns how many rows have their answer for good. */
  private synchronized long answered() {
    return of(Count.APPLIED) + refused.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns how many rows were not asked: nothing of them is with the store. */
  synchronized long notAsked() {
    return rows - bad() - of(Count.GIVEN) + of(Count.NOT_ASKED);
  }

  /** Returns how many rows were asked, and have no answer for good. */
  private synchronized long unknown() {
    return rows - answered() - notAsked();
  }

  /** Returns how many rows could not be used. */
  long bad() {
    return bad.count();
  }

  /** The first row that was asked and has no certain answer. */
  Optional<TransactionId> firstInDoubt() {
    return firstInDoubt;
  }

  /** Returns how many have no certain answer, and why the first has none. */
  String doubts() {
    return Lines.count(of(Count.IN_DOUBT), "row")
        + " without a certain answer; the first: "
        + firstDoubt.orElse("");
  }

  /** The counts for machines, as they are in {@code seconds}, and what else an import says. */
  synchronized Map<String, Object> json(double seconds, @Nullable Object... others) {
    Map<String, Object> json =
        Json.object(
            "rows", rows(),
            "applied", of(Count.APPLIED),
            "refused", refused(),
            "alreadyDone", of(Count.ALREADY_DONE),
            "sameNameOtherFile", of(Count.SAME_NAME_OTHER_FILE),
            "unknown", unknown(),
            "notAsked", positive(notAsked()),
            "seconds", Math.round(seconds * 1000) / 1000.0);
    json.putAll(Json.object(others));
    return json;
  }

  /** The summary of an import of single rows, for machines. */
  Map<String, Object> ofRows(double seconds, @Nullable Map<String, Object> badAccounts) {
    return json(
        seconds,
        "perSecond",
        perSecond(seconds),
        "firstUnknown",
        firstDoubt,
        "bad",
        bad.count() == 0 ? null : bad.json(),
        "badAccounts",
        badAccounts);
  }

  /** The count, which is left out if it is zero. */
  private static @Nullable Long positive(long count) {
    return count > 0 ? count : null;
  }

  private long perSecond(double seconds) {
    return Math.round(rows / Math.max(seconds, 0.001));
  }

  /** The counts for people; those of an import as a whole with its transaction. */
  synchronized Tables text(double seconds, @Nullable TransactionId whole) {
    return new Tables("rows", Long.toString(rows))
        .field("transaction", whole)
        .field("applied", of(Count.APPLIED))
        .fields("refused", refused)
        .field("of them already done", of(Count.ALREADY_DONE))
        .field("of another file of this name", positive(of(Count.SAME_NAME_OTHER_FILE)))
        .field("unknown", unknown())
        .field("not asked", positive(notAsked()))
        .field("seconds", String.format(Locale.ROOT, "%.1f", seconds))
        .field("per second", whole == null ? perSecond(seconds) : null);
  }
}
