package io.twophase.cli.demo;

import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.operation.DocumentOperation.InsertDocument;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.ports.Store;
import io.twophase.test.fault.Interceptor;
import io.twophase.test.fault.ProcessDied;
import io.twophase.test.fault.Touch;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.function.Consumer;

/**
 * The life of one process, counted in the writes that it makes: of records, and of holds. The beats
 * by which the process shows that it is alive are no part of what is shown.
 */
final class ProcessLife {

  private final int end;
  private final Consumer<Write> witness;
  private final List<Write> writes = new ArrayList<>();

  private ProcessLife(int end, Consumer<Write> witness) {
    this.end = end;
    this.witness = witness;
  }

  /** A process that is not killed. */
  static ProcessLife endless() {
    return witnessedBy(write -> {});
  }

  /** A process that is not killed; {@code witness} is notified of each write when it is made. */
  static ProcessLife witnessedBy(Consumer<Write> witness) {
    return new ProcessLife(Integer.MAX_VALUE, witness);
  }

  /** A process that is killed as soon as it has made so many writes. */
  static ProcessLife of(int writes) {
    return new ProcessLife(writes, write -> {});
  }

  /** The store, as the process reaches it. */
  Store reaching(Store real) {
    return Interceptor.before(Store.class, real, Interceptor.oneByOne(this::made));
  }

  /** The writes that it has made. */
  List<Write> writes() {
    return List.copyOf(writes);
  }

  private void made(Touch touch, Object answer) {
    Write write = new Write(touch, isMade(answer));
    writes.add(write);
    witness.accept(write);
    if (writes.size() >= end) {
      throw new ProcessDied("the process is killed here");
    }
  }

  private static boolean isMade(Object answer) {
    return answer instanceof Answer placed
        ? placed.kind() == Answer.Kind.HELD
        : answer == MatchOutcome.MATCHED
            || (answer instanceof List<?> begun && begun.get(0) == BeginOutcome.BEGUN);
  }

  /**
   * A write to one document. A resource has what there is to say about each of the protocol's.
   *
   * @param touch what it was to do, and to which
   * @param matched whether its guard held
   */
  record Write(Touch touch, boolean matched) {

    private static final ResourceBundle WORDS =
        ResourceBundle.getBundle("io.twophase.cli.demo.writes");

    /** The key of its words, such as {@code HOLD_DEBIT}. */
    String kind() {
      String what = touch.claim().map(claim -> " " + what(claim)).orElse("");
      return (touch.step() + what).replace(' ', '_').toUpperCase(Locale.ROOT);
    }

    private static String what(Claim claim) {
      return claim.fold(
          range -> range.range().debit() > 0 ? "debit" : "credit",
          document -> document.operation() instanceof InsertDocument ? "insert" : "document");
    }

    /** Some words of the write; none if it has none of the kind, as what is no last write. */
    String word(String what) {
      String key = kind() + "." + what;
      return WORDS.containsKey(key) ? WORDS.getString(key) : "";
    }

    /** Returns what there is to say about it, in one sentence. */
    String says() {
      return matched ? word("does") : "its guard does not hold, so nothing changes";
    }

    /** In a few words. */
    String label() {
      return word("label") + " " + touch.on() + (matched ? "" : " (matches nothing)");
    }
  }
}
