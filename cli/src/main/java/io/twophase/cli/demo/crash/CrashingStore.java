package io.twophase.cli.demo.crash;

import io.twophase.domain.hold.Answer;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Ending;
import io.twophase.domain.hold.Placing;
import io.twophase.domain.hold.Stamping;
import io.twophase.domain.hold.Target;
import io.twophase.domain.operation.InsertDocument;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.transaction.State;
import io.twophase.ports.Holds;
import io.twophase.ports.Records;
import io.twophase.ports.Store;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A store, as a process reaches it that may be killed after any write: of a record, or of a hold.
 * How the process shows that it is alive is no part of what is shown.
 */
public final class CrashingStore {

  private final ProcessLife life;

  private CrashingStore(ProcessLife life) {
    this.life = life;
  }

  /** The store {@code real}, for the process of that life. */
  public static Store of(Store real, ProcessLife life) {
    CrashingStore crashing = new CrashingStore(life);
    Holds holds = crashing.holds(real.holds());
    Records records = crashing.records(real.records());
    return before(Store.class, real, Map.of("holds", none -> holds, "records", none -> records));
  }

  private Holds holds(Holds real) {
    return before(
        Holds.class,
        real,
        Map.of(
            "place", each(Placing.class, real::place, CrashingStore::placed),
            "stamp", each(Stamping.class, real::stamp, CrashingStore::stamped),
            "end", each(Ending.class, real::end, CrashingStore::ended)));
  }

  private Records records(Records real) {
    return before(
        Records.class,
        real,
        Map.of(
            "insert", each(NewRecord.class, real::insert, CrashingStore::begun),
            "move", each(Transition.class, real::move, CrashingStore::moved)));
  }

  private <E, O> Function<Object[], Object> each(
      Class<E> type, Function<List<E>, List<O>> call, BiFunction<E, O, Write> write) {
    return asked ->
        life.oneByOne(((List<?>) asked[0]).stream().map(type::cast).toList(), call, write);
  }

  /** A port whose calls of these names are answered by the functions of their arguments. */
  private static <T> T before(
      Class<T> port, T real, Map<String, Function<Object[], Object>> answers) {
    return port.cast(
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (proxy, method, arguments) -> {
              Function<Object[], Object> answer = answers.get(method.getName());
              if (answer != null) {
                return answer.apply(arguments);
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
              }
            }));
  }

  private static Write placed(Placing asked, Answer answer) {
    return write(
        asked.claim().target(),
        asked
            .claim()
            .fold(
                range -> side(range, WriteKind.HOLD_DEBIT, WriteKind.HOLD_CREDIT),
                document -> isInsert(document) ? WriteKind.HOLD_INSERT : WriteKind.HOLD_DOCUMENT),
        answer.kind() == Answer.Kind.HELD);
  }

  private static Write stamped(Stamping asked, MatchOutcome outcome) {
    return write(asked.target(), WriteKind.STAMP, outcome == MatchOutcome.MATCHED);
  }

  private static Write ended(Ending asked, MatchOutcome outcome) {
    WriteKind givenBack =
        asked.at().isDefined()
            ? WriteKind.WITHDRAW
            : asked.target().fold(id -> WriteKind.RELEASE, ref -> WriteKind.RELEASE_DOCUMENT);
    WriteKind kind =
        asked
            .claim()
            .filter(claim -> asked.happens())
            .map(CrashingStore::settled)
            .getOrElse(givenBack);
    return write(asked.target(), kind, outcome == MatchOutcome.MATCHED);
  }

  private static WriteKind settled(Claim claim) {
    return claim.fold(
        range -> side(range, WriteKind.SETTLE_DEBIT, WriteKind.SETTLE_CREDIT),
        document -> isInsert(document) ? WriteKind.SETTLE_INSERT : WriteKind.SETTLE_DOCUMENT);
  }

  private static WriteKind side(Claim.OfRange claim, WriteKind taking, WriteKind bringing) {
    return claim.range().debit() > 0 ? taking : bringing;
  }

  private static boolean isInsert(Claim.OfDocument claim) {
    return claim.operation().kind().equals(InsertDocument.KIND);
  }

  private static Write write(Target target, WriteKind kind, boolean matched) {
    return new Write(kind, target.fold(id -> id.value(), ref -> ref.toString()), matched);
  }

  private static Write begun(NewRecord record, List<BeginOutcome> outcomes) {
    return new Write(WriteKind.BEGIN, record.id().value(), outcomes.get(0) == BeginOutcome.BEGUN);
  }

  private static Write moved(Transition transition, MatchOutcome outcome) {
    WriteKind kind =
        switch (transition.kind()) {
          case ACQUIRE -> from(transition, State.INITIAL, WriteKind.CLAIM, WriteKind.TAKE_OVER);
          case DECIDE -> transition.to() == State.APPLIED ? WriteKind.DECIDE : WriteKind.CANCEL;
          case FINISH -> from(transition, State.APPLIED, WriteKind.FINISH, WriteKind.FINISH_CANCEL);
          case AUTHORIZE, APPROVE, EXCLUDE, FORGET ->
              throw new IllegalStateException("it is not demonstrated: " + transition);
        };
    return new Write(kind, transition.record().value(), outcome == MatchOutcome.MATCHED);
  }

  private static WriteKind from(
      Transition transition, State state, WriteKind there, WriteKind otherwise) {
    return transition.from() == state ? there : otherwise;
  }
}
