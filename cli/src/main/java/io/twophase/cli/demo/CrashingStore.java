package io.twophase.cli.demo;

import io.twophase.cli.demo.ProcessLife.Write;
import io.twophase.domain.hold.Claim;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Claim.Stamping;
import io.twophase.domain.hold.Target;
import io.twophase.domain.operation.DocumentOperation.InsertDocument;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Transition;
import io.twophase.domain.transaction.State;
import io.twophase.ports.Holds;
import io.twophase.ports.Records;
import io.twophase.ports.Store;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * A store, as a process reaches it that may be killed after any write: of a record, or of a hold.
 * How the process shows that it is alive is no part of what is shown.
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
    Holds holds = before(Holds.class, real.holds(), call -> oneByOne(call, life));
    Records records = before(Records.class, real.records(), call -> oneByOne(call, life));
    return before(
        Store.class,
        real,
        call ->
            switch (call.method().getName()) {
              case "holds" -> holds;
              case "records" -> records;
              default -> call.make();
            });
  }

  /**
   * Sends the elements of one call one by one, so that the process can be killed between them: a
   * call is not atomic, each of its elements is.
   */
  private static Object oneByOne(Call call, ProcessLife life) throws Throwable {
    BiFunction<Object, Object, Write> write = WRITES.get(call.method().getName());
    if (write == null) {
      return call.make();
    }
    List<Object> answers = new ArrayList<>();
    for (Object element : (List<?>) call.arguments().get(0)) {
      Object answer = ((List<?>) call.of(List.of(List.of(element)))).get(0);
      answers.add(answer);
      life.made(write.apply(element, answer));
    }
    return answers;
  }

  /** A call of a port that comes to the port {@code real}. */
  private record Call(Object real, Method method, List<Object> arguments) {

    Object make() throws Throwable {
      return of(arguments);
    }

    /** The same call with these arguments. */
    Object of(List<Object> others) throws Throwable {
      try {
        return method.invoke(real, others.toArray());
      } catch (InvocationTargetException thrown) {
        throw thrown.getCause();
      }
    }
  }

  private interface Answering {
    Object answer(Call call) throws Throwable;
  }

  private static <T> T before(Class<T> port, T real, Answering answering) {
    return port.cast(
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (proxy, method, arguments) ->
                answering.answer(
                    new Call(real, method, arguments == null ? List.of() : List.of(arguments)))));
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

  private static Write stamped(Stamping asked, boolean matched) {
    return write(asked.target(), WriteKind.STAMP, matched);
  }

  private static Write ended(Ending asked, boolean matched) {
    WriteKind givenBack =
        asked.at().isPresent()
            ? WriteKind.WITHDRAW
            : asked.target().fold(id -> WriteKind.RELEASE, ref -> WriteKind.RELEASE_DOCUMENT);
    WriteKind kind =
        asked
            .claim()
            .filter(claim -> asked.happens())
            .map(CrashingStore::settled)
            .orElse(givenBack);
    return write(asked.target(), kind, matched);
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

  private static Write begun(NewRecord record, List<?> outcomes) {
    return new Write(WriteKind.BEGIN, record.id().value(), outcomes.get(0) == BeginOutcome.BEGUN);
  }

  private static Write moved(Transition transition, boolean matched) {
    WriteKind kind =
        switch (transition.kind()) {
          case ACQUIRE -> from(transition, State.INITIAL, WriteKind.CLAIM, WriteKind.TAKE_OVER);
          case DECIDE -> transition.to() == State.APPLIED ? WriteKind.DECIDE : WriteKind.CANCEL;
          case FINISH -> from(transition, State.APPLIED, WriteKind.FINISH, WriteKind.FINISH_CANCEL);
          case AUTHORIZE, APPROVE, EXCLUDE, FORGET ->
              throw new IllegalStateException("it is not demonstrated: " + transition);
        };
    return new Write(kind, transition.record().value(), matched);
  }

  private static WriteKind from(
      Transition transition, State state, WriteKind there, WriteKind otherwise) {
    return transition.from() == state ? there : otherwise;
  }
}
