package io.twophase.test.fault;

import static io.twophase.test.fault.WriteKind.BEGIN;

import io.twophase.domain.account.Opening;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Claim.Stamping;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.NewRecord.MemberTake;
import io.twophase.domain.record.OpenOutcome;
import io.twophase.domain.record.StatusOutcome;
import io.twophase.domain.record.Transition;
import io.twophase.ports.Accounts;
import io.twophase.ports.Holds;
import io.twophase.ports.OwnerRepository;
import io.twophase.ports.Records;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The way in which a method of a port writes: its first argument is a list of elements, each of
 * which has an answer, or one element.
 *
 * @param touch says what an element does
 * @param inDoubt the answer of an element in doubt
 */
record WriteForm(Function<Object, Touch> touch, Function<Object, Object> inDoubt) {

  private static final Map<String, WriteForm> OF_HOLDS =
      Map.of(
          "place",
          of(Placing.class, it -> Touch.of(WriteKind.HOLD, it.claim().target()), Answer.IN_DOUBT),
          "stamp",
          of(Stamping.class, it -> Touch.of(WriteKind.STAMP, it.target()), MatchOutcome.IN_DOUBT),
          "end",
          of(Ending.class, Touch::of, MatchOutcome.IN_DOUBT));

  private static final Map<String, WriteForm> OF_RECORDS =
      Map.of(
          "insert",
          new WriteForm(
              it -> Touch.of(BEGIN, ((NewRecord) it).id()), it -> begunInDoubt((NewRecord) it)),
          "move",
          of(Transition.class, Touch::of, MatchOutcome.IN_DOUBT),
          "take",
          of(MemberTake.class, it -> Touch.of(WriteKind.TAKE, it.member()), MatchOutcome.IN_DOUBT));

  private static final Map<String, WriteForm> OF_ACCOUNTS =
      Map.of(
          "open",
          of(Opening.class, it -> Touch.of(WriteKind.OPEN, it.id()), new OpenOutcome.InDoubt()),
          "change",
          of(Object.class, it -> Touch.of(WriteKind.CHANGE, it), new StatusOutcome.InDoubt()));

  private static final Map<String, WriteForm> OF_OWNERS =
      Map.of(
          "beat", of(Object.class, it -> Touch.of(WriteKind.BEAT, it), MatchOutcome.IN_DOUBT),
          "retire", of(Object.class, it -> Touch.of(WriteKind.RETIRE, it), MatchOutcome.IN_DOUBT),
          "remove", of(Object.class, it -> Touch.of(WriteKind.RETIRE, it), MatchOutcome.IN_DOUBT));

  private static final Map<Class<?>, Map<String, WriteForm>> ALL =
      Map.of(
          Holds.class, OF_HOLDS,
          Records.class, OF_RECORDS,
          Accounts.class, OF_ACCOUNTS,
          OwnerRepository.class, OF_OWNERS);

  private static <E> WriteForm of(Class<E> type, Function<E, Touch> touch, Object inDoubt) {
    return new WriteForm(element -> touch.apply(type.cast(element)), element -> inDoubt);
  }

  private static List<BeginOutcome> begunInDoubt(NewRecord record) {
    int documents = record.id().isOfMany() ? record.members().size() : 0;
    return Collections.nCopies(1 + documents, BeginOutcome.IN_DOUBT);
  }

  /** Returns how a port's method writes, if it is a write on which faults are planned. */
  static Optional<WriteForm> of(Method method) {
    return Optional.ofNullable(
        ALL.getOrDefault(method.getDeclaringClass(), Map.of()).get(method.getName()));
  }

  /** The call as a write. */
  Write write(Interceptor.Call call) {
    Object first = call.asked().get(0);
    List<Object> elements = first instanceof List<?> list ? List.copyOf(list) : List.of(first);
    return new Write(
        elements,
        elements.stream().map(touch).toList(),
        sent -> first instanceof List<?> ? answers(call, sent) : List.of(call.make()),
        inDoubt);
  }

  private static List<Object> answers(Interceptor.Call call, List<Object> sent) {
    return List.copyOf((List<?>) call.with(List.of(sent)).make());
  }

  /** The answers of a write as the port gives them. */
  static Object answer(Interceptor.Call call, List<Object> answers) {
    return call.asked().get(0) instanceof List<?> ? new ArrayList<>(answers) : answers.get(0);
  }
}
