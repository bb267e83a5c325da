package io.twophase.app.engine;

import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.record.BeginOutcome;
import io.twophase.domain.record.Lookup;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.NewRecord;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.ports.Records;
import io.twophase.test.fault.Interceptor;
import io.vavr.control.Either;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The messages of one process to its store, by seed: some are lost, some unanswered, some late, and
 * at one of them the process may die. Late messages wait here.
 */
final class Network implements Interceptor {

  private static final Set<String> WRITES =
      Set.of("insert", "move", "take", "place", "stamp", "end", "remove");

  /** The process is dead: it does nothing after this. */
  static final class Death extends Error {
    private static final long serialVersionUID = 1L;

    Death() {
      super("planted: the process dies", null, false, false);
    }
  }

  /** What becomes of one message. */
  private enum Fate {
    /** It arrives, and so does its answer. */
    ANSWERED,
    LOST,
    /** It arrives, and its answer is lost. */
    UNANSWERED,
    /** Nobody waits for it any more when it arrives. */
    LATE,
    /** Its sender dies before it is sent. */
    DEAD_BEFORE,
    /** Its sender dies after it has arrived. */
    DEAD_AFTER
  }

  private final Random random;
  private final int faultsInHundred;
  private final int lastMessage;
  private final List<Runnable> late = new ArrayList<>();
  private Runnable intruder = () -> {};
  private boolean isIntruded;
  private int messages;

  /**
   * A network of faults.
   *
   * @param faultsInHundred how many of a hundred messages have another fate than to be answered
   * @param lastMessage the number of the message at which the process dies; below zero, never
   */
  Network(Random random, int faultsInHundred, int lastMessage) {
    this.random = random;
    this.faultsInHundred = faultsInHundred;
    this.lastMessage = lastMessage;
  }

  /** One on which all is well. */
  static Network sound() {
    return new Network(new Random(0), 0, -1);
  }

  /** Before some messages, others do this. */
  void intruder(Runnable other) {
    intruder = other;
  }

  private void intrude() {
    if (!isIntruded && random.nextInt(12) == 0) {
      isIntruded = true;
      intruder.run();
      isIntruded = false;
    }
  }

  private Fate next() {
    messages++;
    intrude();
    if (messages == lastMessage) {
      return random.nextBoolean() ? Fate.DEAD_BEFORE : Fate.DEAD_AFTER;
    }
    if (messages > lastMessage && lastMessage >= 0) {
      return Fate.DEAD_BEFORE;
    }
    return random.nextInt(100) >= faultsInHundred
        ? Fate.ANSWERED
        : List.of(Fate.LOST, Fate.UNANSWERED, Fate.LATE, Fate.LATE).get(random.nextInt(4));
  }

  /** Each element by itself, until one has no answer: what comes after it is not sent. */
  @Override
  public Object around(String method, List<Object> asked, Call call) {
    if (!WRITES.contains(method)) {
      return read(call);
    }
    List<Object> answers = new ArrayList<>();
    boolean isInDoubt = false;
    for (Object one : (List<?>) asked.get(0)) {
      Object doubt = doubt(method, one);
      Supplier<Object> send = () -> ((List<?>) call.with(List.of(List.of(one))).make()).get(0);
      Object answer = isInDoubt ? doubt : write(send, doubt);
      isInDoubt |= answer.equals(doubt);
      answers.add(answer);
      if (isInDoubt && one instanceof NewRecord record && record.id().isOfMany()) {
        losesSome((Records) call.port(), record);
      }
    }
    return answers;
  }

  private static Object doubt(String method, Object one) {
    if (one instanceof NewRecord record) {
      int documents = record.id().isOfMany() ? 1 + record.members().size() : 1;
      return Collections.nCopies(documents, BeginOutcome.IN_DOUBT);
    }
    return method.equals("place") ? Answer.inDoubt() : MatchOutcome.IN_DOUBT;
  }

  /** Some of the members that were inserted without an answer were not, after all. */
  private void losesSome(Records sound, NewRecord record) {
    if (record.isTombstone() || random.nextBoolean()) {
      return;
    }
    for (Lookup lookup : sound.findMembers(record.memberIds())) {
      boolean isOfIt = lookup.decider().equals(Optional.of(record.id()));
      if (isOfIt && lookup.member().isPresent() && random.nextBoolean()) {
        sound.remove(
            List.of(new Removal(Either.right(lookup.member().orElseThrow()), Optional.empty())));
      }
    }
  }

  private Object write(Supplier<Object> write, Object doubt) {
    return switch (next()) {
      case ANSWERED -> write.get();
      case LOST -> doubt;
      case UNANSWERED -> {
        write.get();
        yield doubt;
      }
      case LATE -> {
        late.add(write::get);
        yield doubt;
      }
      case DEAD_BEFORE -> throw new Death();
      case DEAD_AFTER -> {
        write.get();
        throw new Death();
      }
    };
  }

  private Object read(Call call) {
    intrude();
    if (lastMessage >= 0 && messages >= lastMessage) {
      throw new Death();
    }
    return call.make();
  }

  /** Some of the late messages arrive now, in any order. */
  void deliverSome() {
    for (int left = late.isEmpty() ? 0 : random.nextInt(late.size() + 1); left > 0; left--) {
      late.remove(random.nextInt(late.size())).run();
    }
  }

  /** All that is late arrives now. */
  void deliverAll() {
    while (!late.isEmpty()) {
      late.remove(random.nextInt(late.size())).run();
    }
  }
}
