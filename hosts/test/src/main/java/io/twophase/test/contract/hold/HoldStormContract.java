package io.twophase.test.contract.hold;

import static io.twophase.domain.outcome.MatchOutcome.MATCHED;
import static io.twophase.domain.testing.Documents.atLeast;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.inc;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Answer;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Ending;
import io.twophase.domain.hold.Placing;
import io.twophase.domain.hold.Range;
import io.twophase.domain.hold.Target;
import io.twophase.domain.operation.HoldMode;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.testing.Seed;
import io.twophase.test.contract.Race;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Holds of many at once. */
public abstract class HoldStormContract extends HoldCases {

  private static final int THREADS = 8;
  private static final int ROUNDS = 50;
  private static final DocumentRef STOCK = order("stock");

  private final List<Watched> all =
      List.of(
          new Watched(order("a")),
          new Watched(order("b")),
          new Watched(CollectionName.of("stock").document(order("a").id())));

  HoldStormContract(HoldsContract contract) {
    super(contract);
  }

  private boolean isHeld(Placing asked) {
    return place(asked).kind() == Answer.Kind.HELD;
  }

  @Test
  void manyWhoHoldUntilThereIsNoMoreHoldExactlyWhatThereIs() {
    open("A", 100, 200);
    host(STOCK, fields("n", 100));
    for (IntFunction<Placing> ask :
        List.<IntFunction<Placing>>of(
            at -> debit("t" + at, 1, "A", 1),
            at -> money("batch:" + at, 1, "A", Range.whole(0, 1)),
            at -> add("t" + at, STOCK, "n", -1))) {
      List<Integer> held =
          Race.of(
              THREADS,
              runner -> {
                int at = 0;
                while (isHeld(ask.apply(runner * 1_000 + at))) {
                  at++;
                }
                return at;
              });
      assertThat(held.stream().mapToInt(Integer::intValue).sum()).isEqualTo(100);
    }
    hasFigures("A", 100, 0, 0);
    assertThat(read(STOCK).get().escrow().get("n").get().available()).isZero();
  }

  @RepeatedTest(3)
  void ofManyWhoHoldForOneRecordOrWantADocumentForThemselvesOneDoes() {
    open("A", 100, 200);
    host(STOCK, fields("n", 50));
    for (IntFunction<Placing> ask :
        List.<IntFunction<Placing>>of(
            at -> debit("t1", 1, "A", 1),
            at -> money(BATCH, 1, "A", Range.whole(1, 1)),
            at -> on("x" + at, insert(order("new"), fields("a", at))),
            at -> on("x" + at, change(STOCK, set("a", at))))) {
      List<Boolean> held = Race.of(THREADS, runner -> isHeld(ask.apply(runner)));
      assertThat(Collections.frequency(held, true)).isEqualTo(1);
      assertThat(holdsOf(ask.apply(0).claim().target()).stream().map(hold -> hold.record()))
          .doesNotHaveDuplicates();
    }
  }

  @RepeatedTest(3)
  void ofManyWhoEndAHoldOneDoes() {
    open("A", 100, 200);
    host(STOCK, fields("n", 50));
    for (Placing held :
        List.of(
            debit("t1", 1, "A", 30),
            money(BATCH, 1, "A", Range.whole(30, 5)),
            add("t1", STOCK, "n", 5),
            on("t1", insert(order("new"), fields("a", 1))))) {
      held(held);
      List<MatchOutcome> told = Race.of(THREADS, runner -> end(ending(runner, held)));
      assertThat(told).containsOnlyOnce(MATCHED);
      assertThat(holdsOf(held.claim().target())).isEmpty();
    }
    read("A");
  }

  private Ending ending(int kind, Placing held) {
    return switch (kind % 4) {
      case 0 -> settle(held);
      case 1 -> release(held);
      case 2 -> Ending.of(held.claim().target(), holdOf(held));
      default -> withdraw(held);
    };
  }

  @RepeatedTest(3)
  void ofAStampAndASettleOfTheOldEpochOneComesFirst() {
    open("A", 100, 200);
    Placing debit = held(debit("t1", 1, "A", 30));
    assertThat(Race.of(2, runner -> runner == 0 ? stamp(debit, 2) : end(settle(debit))))
        .containsOnlyOnce(MATCHED);
  }

  @Test
  void crossingTransfersAllGoThroughAndMoneyIsKept() {
    open("A", 1_000, 10_000);
    open("B", 1_000, 10_000);
    Race.of(THREADS, this::transferToAndFro);
    hasFigures("A", 1_000, 1_000, 9_000);
    hasFigures("B", 1_000, 1_000, 9_000);
  }

  private boolean transferToAndFro(int runner) {
    for (int n = 0; n < 10; n++) {
      String there = (runner + n) % 2 == 0 ? "A" : "B";
      Placing out = debit("r" + runner + "-" + n, 1, there, 1);
      Placing in = credit("r" + runner + "-" + n, 1, there.equals("A") ? "B" : "A", 1);
      held(out, in);
      assertThat(end(settle(out), settle(in))).containsOnly(MATCHED);
    }
    return true;
  }

  @Test
  void whoeverReadsMeanwhileSeesWholeAccountsOnly() {
    open("A", 30, 60);
    AtomicBoolean done = new AtomicBoolean();
    List<Integer> looks = Race.of(4, runner -> runner < 2 ? write(runner, done) : readUntil(done));
    assertThat(looks.subList(2, 4)).allMatch(count -> count > 0);
    hasFigures("A", 30, 30, 30);
  }

  private int write(int runner, AtomicBoolean done) {
    for (int n = 0; n < 40; n++) {
      Placing in = credit("in" + runner + "-" + n, 1, "A", 3);
      Placing out = debit("out" + runner + "-" + n, 1, "A", 3);
      Placing range = money("batch:" + runner + "-" + n, 1, "A", Range.whole(7, 2));
      held(in, out, range);
      assertThat(end(settle(out), settle(range, 0), settle(in))).containsOnly(MATCHED);
    }
    done.set(true);
    return 0;
  }

  private int readUntil(AtomicBoolean done) {
    int looks = 0;
    do {
      read("A");
      looks++;
    } while (!done.get());
    return looks;
  }

  /**
   * A document, and what the threads believe of it: each from its answer until it ends its hold.
   */
  private static final class Watched {
    private final DocumentRef ref;
    private final AtomicInteger exclusive = new AtomicInteger();
    private final AtomicInteger others = new AtomicInteger();
    private final AtomicInteger changes = new AtomicInteger();
    private final AtomicLong added = new AtomicLong();

    private Watched(DocumentRef ref) {
      this.ref = ref;
    }

    private AtomicInteger holders(Placing held) {
      return held.claim().mode() == HoldMode.EXCLUSIVE ? exclusive : others;
    }

    private void begins(Placing held) {
      holders(held).incrementAndGet();
      int alone = exclusive.get();
      assertThat(alone == 0 || alone + others.get() == 1)
          .as("%s is held by %s for themselves and by %s others", ref, exclusive, others)
          .isTrue();
    }

    private void ends(Placing held) {
      holders(held).decrementAndGet();
    }

    private void settled(Ending ending, Placing held) {
      added.addAndGet(ending.net());
      if (held.claim().mode() == HoldMode.EXCLUSIVE) {
        changes.incrementAndGet();
      }
    }
  }

  @Test
  void nothingIsLostAndNobodyIsBesideWhoHasADocumentForItself() {
    all.forEach(watched -> host(watched.ref, fields("n", 50, "changes", 0)));
    long seed = Seed.next("HoldStormContract");
    Race.of(THREADS, runner -> run(runner, new Random(seed + runner)));
    for (Watched watched : all) {
      Document after = read(watched.ref).get();
      long number = 50 + watched.added.get();
      assertThat(after.holds()).isEmpty();
      assertThat(after.fields().get("changes").get().wholeNumber())
          .contains((long) watched.changes.get());
      assertThat(after.fields().get("n").get().wholeNumber()).contains(number);
      after
          .escrow()
          .get("n")
          .forEach(
              now -> assertThat(now).isEqualTo(new Document.Escrow(number, 100 - number, 0, 100)));
    }
    assertThat(all.stream().mapToInt(watched -> watched.changes.get()).sum()).isPositive();
  }

  private int run(int runner, Random random) {
    for (int round = 0; round < ROUNDS; round++) {
      Watched watched = all.get(random.nextInt(all.size()));
      Placing asked = asked(random, runner + "-" + round, watched.ref);
      Answer answer = place(asked);
      if (answer.kind() == Answer.Kind.HELD) {
        watched.begins(asked);
        isWhole(watched.ref);
        watched.ends(asked);
        finish(random, watched, asked);
      } else {
        assertThat(answer.kind()).isIn(Answer.Kind.BUSY, Answer.Kind.SHORT);
      }
    }
    return ROUNDS;
  }

  private static Placing asked(Random random, String name, DocumentRef document) {
    return switch (random.nextInt(5)) {
      case 0 -> on("t" + name, change(document, inc("changes", 1)));
      case 1 -> on("batch:" + name, check(document, atLeast("changes", 0)));
      case 2 -> field("batch:" + name, 1, document, "n", Range.whole(15, 20));
      default -> add("t" + name, document, "n", random.nextBoolean() ? 20 : -20);
    };
  }

  private void finish(Random random, Watched watched, Placing held) {
    int kind = random.nextInt(6);
    Ending ending =
        kind > 3
            ? held.record().isOfMany() && held.claim().mode() == HoldMode.ESCROW
                ? settle(held, random.nextInt(36) - 15L)
                : settle(held)
            : ending(kind, held);
    assertThat(end(ending)).isEqualTo(MATCHED);
    if (ending.happens()) {
      watched.settled(ending, held);
    }
  }

  /** As any reader may find it: what holds there are allow each other, and the bounds are kept. */
  private void isWhole(DocumentRef ref) {
    Document document =
        store()
            .holds()
            .findLatest(new Target.OfDocument(ref))
            .stored()
            .get()
            .fold(
                (Account account) -> {
                  throw new AssertionError("an account: " + account);
                },
                there -> there);
    document
        .holds()
        .forEach(
            one ->
                document.holds().stream()
                    .filter(other -> !other.equals(one))
                    .forEach(other -> assertThat(one.excludes(other)).isFalse()));
    long number = document.fields().get("n").get().wholeNumber().get();
    document
        .escrow()
        .get("n")
        .forEach(
            now -> {
              assertThat(now.available()).isBetween(0L, number);
              assertThat(now.receivable()).isBetween(0L, 100 - number);
            });
  }
}
