package io.twophase.cli.imports;

import io.twophase.app.transfer.TransactionOutcome;
import io.twophase.cli.text.Json;
import io.twophase.cli.text.Lines;
import io.twophase.cli.text.Tables;
import io.twophase.domain.Epoch;
import io.twophase.domain.TransactionId;
import io.vavr.control.Option;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Counts every row's answer. */
final class ImportTally {

  private static final String REUSED = "IdReused";

  private final long rows;
  private final Map<String, Long> refused = new TreeMap<>();
  private long applied;
  private long newlyApplied;
  private long alreadyDone;
  private final BadRows bad;
  private long fenced;
  private long inDoubt;
  private long unfinished;
  private long sameNameOtherFile;
  private long movedForOtherFile;
  private long ofUnknownFile;
  private Option<String> firstDoubt = Option.none();
  private Option<TransactionId> firstInDoubt = Option.none();

  /**
   * Counts.
   *
   * @param rows how many rows there are
   */
  ImportTally(long rows, BadRows bad) {
    this.rows = rows;
    this.bad = bad;
  }

  /** The answer to a row; counted by one thread, and read by any. */
  synchronized void add(long line, TransactionOutcome outcome) {
    outcome
        .<Runnable>fold(
            done ->
                () -> {
                  applied++;
                  newlyApplied += done.foundDecided() ? 0 : 1;
                  decided(done.foundDecided(), done.fencedAt(), done.finished());
                },
            no ->
                () -> {
                  refused.merge(no.refusal().kind(), 1L, Long::sum);
                  decided(no.foundDecided(), no.fencedAt(), no.finished());
                },
            unknown -> () -> inDoubt(line, unknown),
            notAsked -> () -> {})
        .run();
  }

  private void decided(boolean foundDecided, Option<Epoch> fencedAt, boolean finished) {
    alreadyDone += foundDecided ? 1 : 0;
    fenced += fencedAt.isDefined() ? 1 : 0;
    unfinished += finished ? 0 : 1;
  }

  private void inDoubt(long line, TransactionOutcome.Unknown unknown) {
    inDoubt++;
    if (firstDoubt.isEmpty()) {
      firstInDoubt = Option.some(unknown.id());
      firstDoubt =
          Option.some("line " + line + ", transfer " + unknown.id() + ": " + unknown.why());
    }
  }

  synchronized void add(BadRow row) {
    refused.merge(row.kind(), 1L, Long::sum);
    bad.add(row, "line " + row.line() + ": " + row.message());
  }

  long rows() {
    return rows;
  }

  /**
   * A row that asks for what another file of the same name has asked for under its id.
   *
   * @param hasMoved whether that was applied
   */
  synchronized void addOtherFile(boolean hasMoved) {
    refused.merge(REUSED, 1L, Long::sum);
    sameNameOtherFile++;
    movedForOtherFile += hasMoved ? 1 : 0;
  }

  /** Notes rows that were found decided and whose file is no longer known. */
  synchronized void addOfUnknownFile(long more) {
    ofUnknownFile += more;
  }

  /** The number of rows that were found decided and whose file is no longer known. */
  synchronized long ofUnknownFile() {
    return ofUnknownFile;
  }

  /** The number of rows equal to a transfer that another file of the same name had applied. */
  synchronized long movedForOtherFile() {
    return movedForOtherFile;
  }

  /** A row that is refused since another file of the same name has used its id. */
  synchronized void refusedForOtherFile() {
    sameNameOtherFile++;
  }

  /** How many rows are not applied since their ids were used before, for something else. */
  synchronized long reused() {
    return refused.getOrDefault(REUSED, 0L);
  }

  /** The number of rows that this import itself applied. */
  synchronized long newlyApplied() {
    return newlyApplied;
  }

  /** How many rows have ids that another file of the same name has taken. */
  synchronized long sameNameOtherFile() {
    return sameNameOtherFile;
  }

  /** How many rows have their answer for good. */
  synchronized long answered() {
    return rows - unknown();
  }

  /** How many rows could not be used. */
  long bad() {
    return bad.count();
  }

  /** How many rows were asked, and have no certain answer. */
  long inDoubt() {
    return inDoubt;
  }

  /** The first row that was asked and has no certain answer. */
  Option<TransactionId> firstInDoubt() {
    return firstInDoubt;
  }

  /** How many rows are decided, and left with something to be written of what was decided. */
  long unfinished() {
    return unfinished;
  }

  /** How many rows were not asked. */
  synchronized long notAsked() {
    return unknown() - inDoubt;
  }

  /** How many have no certain answer, and why the first has none. */
  String doubts() {
    return Lines.count(inDoubt, "row")
        + " without a certain answer; the first: "
        + firstDoubt.getOrElse("");
  }

  /** How many rows another process overtook and finished. */
  long fenced() {
    return fenced;
  }

  /** How many rows have no certain answer, or were not asked. */
  synchronized long unknown() {
    return rows - applied - refused.values().stream().mapToLong(Long::longValue).sum();
  }

  /**
   * The summary for machines.
   *
   * @param badAccounts rows of the accounts' file that opened nothing, if there are any
   */
  synchronized Map<String, Object> json(double seconds, @Nullable Map<String, Object> badAccounts) {
    return Json.object(
        "rows",
        rows,
        "applied",
        applied,
        "refused",
        refused,
        "alreadyDone",
        alreadyDone,
        "sameNameOtherFile",
        sameNameOtherFile,
        "unknown",
        unknown(),
        "seconds",
        Math.round(seconds * 1000) / 1000.0,
        "perSecond",
        perSecond(seconds),
        "firstUnknown",
        firstDoubt.getOrNull(),
        "bad",
        bad.count() == 0 ? null : bad.json(),
        "badAccounts",
        badAccounts);
  }

  private long perSecond(double seconds) {
    return Math.round(rows / Math.max(seconds, 0.001));
  }

  synchronized String text(double seconds) {
    Tables table = new Tables("rows", Long.toString(rows));
    table.add("applied", Long.toString(applied));
    refused.forEach((kind, count) -> table.add("refused " + kind, Long.toString(count)));
    table.add("of them already done", Long.toString(alreadyDone));
    if (sameNameOtherFile > 0) {
      table.add("of another file of this name", Long.toString(sameNameOtherFile));
    }
    table.add("unknown", Long.toString(unknown()));
    table.add("seconds", String.format(Locale.ROOT, "%.1f", seconds));
    table.add("per second", Long.toString(perSecond(seconds)));
    return table.toString();
  }
}
