package io.twophase.cli.demo;

import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Claim.Stamping;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.operation.DocumentOperation.InsertDocument;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.transaction.State;
import io.twophase.ports.Holds;
import io.twophase.ports.Records;
import io.twophase.ports.Store;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * A store, as a process reaches it that may be killed after any write: of a record, or of a hold.
 * The beats by which the process shows that it is alive are no part of what is shown.
 */
final class CrashingStore {

  /** The write that an element of a call of these names is, with its answer. */
  private static final Map<String, BiFunction<Object, Object, Write>> WRITES =
      Map.of(
          "place", (asked, answer) -> placed((Placing) asked, (Answer) answer),
          "stamp", (asked, answer) -> stamped((Stamping) asked, answer == MatchOutcome.MATCHED),
          "end", (asked, answer) -> ended((Ending) asked, answer == MatchOutcome.MATCHED),
          "insert", (asked, answer) -> begun((NewRecord) asked, (List<?>) answer),
          "move", (asked, answer) -> moved((Transition) asked, answer == MatchOutcome.MATCHED));

  private CrashingStore() {}

  /** The store {@code real}, for the process of that life. */
  static Store of(Store real, ProcessLife life) {
    Holds holds = port(Holds.class, (me, call, all) -> oneByOne(real.holds(), call, all, life));
    Records records =
        port(Records.class, (me, call, all) -> oneByOne(real.records(), call, all, life));
    return port(
        Store.class,
        (me, call, all) ->
            switch (call.getName()) {
              case "holds" -> holds;
              case "records" -> records;
              default -> made(real, call, all);
            });
  }

  private static <T> T port(Class<T> port, InvocationHandler handler) {
    return port.cast(Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, handler));
  }

  /**
   * Sends the elements of one call one by one, so that the process can be killed between them: a
   * call is not atomic, each of its elements is.
   */
  private static Object oneByOne(Object real, Method call, Object[] arguments, ProcessLife life)
      throws Throwable {
    BiFunction<Object, Object, Write> write = WRITES.get(call.getName());
    if (write == null) {
      return made(real, call, arguments);
    }
    List<Object> answers = new ArrayList<>();
    for (Object element : (List<?>) arguments[0]) {
      Object answer = ((List<?>) made(real, call, List.of(element))).get(0);
      answers.add(answer);
      life.made(write.apply(element, answer));
    }
    return answers;
  }

  private static Object made(Object real, Method call, Object... arguments) throws Throwable {
    try {
      return call.invoke(real, arguments);
    } catch (InvocationTargetException thrown) {
      throw thrown.getCause();
    }
  }

  private static Write placed(Placing asked, Answer answer) {
    boolean isHeld = answer.kind() == Answer.Kind.HELD;
    return write(asked.claim().target(), kind("HOLD_", asked.claim()), isHeld);
  }

  private static Write stamped(Stamping asked, boolean matched) {
    return write(asked.target(), WriteKind.STAMP, matched);
  }

  private static Write ended(Ending asked, boolean matched) {
    WriteKind kind =
        asked
            .claim()
            .filter(claim -> asked.happens())
            .map(claim -> kind("SETTLE_", claim))
            .orElse(asked.at().isPresent() ? WriteKind.WITHDRAW : WriteKind.NOT_SHOWN);
    return write(asked.target(), kind, matched);
  }

  private static WriteKind kind(String what, Claim claim) {
    return WriteKind.valueOf(
        what
            + claim.fold(
                range -> range.range().debit() > 0 ? "DEBIT" : "CREDIT",
                document ->
                    document.operation() instanceof InsertDocument ? "INSERT" : "DOCUMENT"));
  }

  private static Write write(Target target, WriteKind kind, boolean matched) {
    return new Write(kind, target.fold(id -> id.value(), ref -> ref.toString()), matched);
  }

  private static Write begun(NewRecord record, List<?> outcomes) {
    return new Write(WriteKind.BEGIN, record.id().value(), outcomes.get(0) == BeginOutcome.BEGUN);
  }

  private static Write moved(Transition transition, boolean matched) {
    WriteKind kind =
        switch (transition.kind()) {
          case ACQUIRE -> WriteKind.TAKE_OVER;
          case DECIDE -> transition.to() == State.APPLIED ? WriteKind.DECIDE : WriteKind.NOT_SHOWN;
          case FINISH ->
              transition.from() == State.APPLIED ? WriteKind.FINISH : WriteKind.NOT_SHOWN;
          case AUTHORIZE, APPROVE, EXCLUDE, FORGET ->
              throw new IllegalStateException("it is not demonstrated: " + transition);
        };
    return new Write(kind, transition.record().value(), matched);
  }

  /** The life of one process, counted in the writes that it makes. */
  static final class ProcessLife {

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

    /** The writes that it has made. */
    List<Write> writes() {
      return List.copyOf(writes);
    }

    /** Notes a write; after the last one of this life it throws {@link Killed}. */
    private void made(Write write) {
      writes.add(write);
      witness.accept(write);
      if (writes.size() >= end) {
        throw new Killed();
      }
    }
  }

  /** Stands for the end of a process in the middle of its work: nothing catches it but the demo. */
  static final class Killed extends Error {

    private static final long serialVersionUID = 1L;

    private Killed() {
      super("the process is killed here", null, false, false);
    }
  }

  /**
   * A write to one document.
   *
   * @param kind what it was to do
   * @param id of the document
   * @param matched whether its guard held
   */
  record Write(WriteKind kind, String id, boolean matched) {

    /** Returns what there is to say about it, in one sentence. */
    String says() {
      return matched ? kind.word("does") : "its guard does not hold, so nothing changes";
    }

    /** In a few words. */
    String label() {
      return kind.word("label") + " " + id + (matched ? "" : " (matches nothing)");
    }

    /** Returns what is there if it was the last write of a process that died. */
    String leaves() {
      return kind.word("leaves");
    }
  }

  /** The protocol's writes. A resource has what there is to say about each. */
  enum WriteKind {
    BEGIN,
    HOLD_DEBIT,
    HOLD_CREDIT,
    HOLD_INSERT,
    HOLD_DOCUMENT,
    DECIDE,
    SETTLE_DEBIT,
    SETTLE_CREDIT,
    SETTLE_INSERT,
    SETTLE_DOCUMENT,
    FINISH,
    TAKE_OVER,
    STAMP,
    WITHDRAW,
    /** Any write of a cancel, of which only the end is shown. */
    NOT_SHOWN;

    private static final ResourceBundle WORDS =
        ResourceBundle.getBundle("io.twophase.cli.demo.writes");

    /** Some words of the write; none if it has none of the kind, as what is no last write. */
    String word(String what) {
      String key = name() + "." + what;
      return WORDS.containsKey(key) ? WORDS.getString(key) : "";
    }
  }
}
