package io.twophase.test.contract.hold;

import static io.twophase.domain.record.MatchOutcome.MATCHED;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.set;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold.Range;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.test.contract.Race;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntFunction;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Races for holds, and for their ends. */
public abstract class HoldStormContract extends HoldCases {

  private static final int THREADS = 8;
  private static final int THERE = 30;
  private static final DocumentRef STOCK = order("stock");

  private boolean isHeld(Placing asked) {
    return place(asked).kind() == Answer.Kind.HELD;
  }

  @Test
  void manyWhoHoldUntilThereIsNoMoreHoldExactlyWhatThereIs() {
    open("A", THERE, 2 * THERE);
    host(STOCK, fields("n", THERE));
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
      assertThat(held.stream().mapToInt(Integer::intValue).sum()).isEqualTo(THERE);
    }
    hasFigures("A", THERE, 0, 0);
    assertThat(read(STOCK).orElseThrow().escrow())
        .hasEntrySatisfying("n", bounds -> assertThat(bounds.available()).isZero());
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
}
