package io.twophase.test.contract.hold;

import static io.twophase.domain.record.MatchOutcome.MATCHED;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.HoldWords.release;
import static io.twophase.domain.testing.HoldWords.settle;
import static io.twophase.domain.testing.HoldWords.withdraw;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.operation.DocumentOperation.HoldMode;
import io.twophase.domain.testing.DocumentWords;
import io.twophase.domain.testing.HoldWords;
import io.twophase.domain.testing.Seed;
import io.twophase.test.contract.Race;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Claims of many on a few documents at once. */
public abstract class DocumentStormContract extends HoldCases {

  private static final int THREADS = 8;
  private static final int ROUNDS = 20 * Integer.getInteger("twophase.storms", 1);
  private static final int MOST_ROUNDS = 10 * ROUNDS;
  private static final int LOOKS = 8;

  private final List<Watched> all = Stream.of("#a", "#b", "stock#a").map(Watched::new).toList();

  /**
   * A document, and what the threads believe of it: each from its answer until it ends its hold.
   */
  private static final class Watched {
    private final String word;
    private final DocumentRef ref;
    private final AtomicInteger exclusive = new AtomicInteger();
    private final AtomicInteger others = new AtomicInteger();
    private final AtomicInteger changes = new AtomicInteger();
    private final AtomicLong added = new AtomicLong();

    private Watched(String word) {
      this.word = word;
      this.ref = DocumentWords.document(word);
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
    long seed = Seed.next("DocumentStormContract");
    Race.of(THREADS, runner -> run(runner, new Random(seed + runner)));
    for (Watched watched : all) {
      Document after = read(watched.ref).orElseThrow();
      long number = 50 + watched.added.get();
      assertThat(after.holds()).isEmpty();
      assertThat(after.fields().get("changes").orElseThrow().wholeNumber())
          .contains((long) watched.changes.get());
      assertThat(after.fields().get("n").orElseThrow().wholeNumber()).contains(number);
      assertThat(after.escrow().values())
          .allMatch(new Document.Escrow(number, 100 - number, 0, 100)::equals);
    }
    assertThat(isChanged()).as("somebody had a document for itself, and changed it").isTrue();
  }

  /** A storm of slow calls goes on until somebody had a document alone, which is seldom free. */
  private int run(int runner, Random random) {
    int round = 0;
    for (; round < ROUNDS || (round < MOST_ROUNDS && !isChanged()); round++) {
      Watched watched = all.get(random.nextInt(all.size()));
      Placing asked = asked(random, runner + "-" + round, watched.word);
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
    return round;
  }

  private boolean isChanged() {
    return all.stream().anyMatch(watched -> watched.changes.get() > 0);
  }

  private static Placing asked(Random random, String name, String document) {
    return HoldWords.placing(
        switch (random.nextInt(5)) {
          case 0 -> "t" + name + " change " + document + " changes+=1";
          case 1 -> "batch:" + name + " check " + document + " changes>=0";
          case 2 -> "batch:" + name + " " + document + ".n-15+20";
          default -> "t" + name + " " + document + ".n" + (random.nextBoolean() ? "+20" : "-20");
        });
  }

  private void finish(Random random, Watched watched, Placing held) {
    int kind = random.nextInt(6);
    Ending ending =
        kind > 3
            ? held.record().isOfMany() && held.claim().mode() == HoldMode.ESCROW
                ? settle(held, random.nextInt(36) - 15L)
                : settle(held)
            : List.of(release(held), withdraw(held), settle(held), settle(held)).get(kind);
    assertThat(end(ending)).isEqualTo(MATCHED);
    if (ending.happens()) {
      watched.settled(ending, held);
    }
  }

  /**
   * As a reader may find it: what holds there are allow each other, and the bounds are kept. Some
   * servers show an update half made, so a reader looks again before it calls a document broken.
   */
  private void isWhole(DocumentRef ref) {
    Document document = found(ref);
    for (int looks = 1; looks < LOOKS && !isWhole(document); looks++) {
      document = found(ref);
    }
    assertThat(isWhole(document)).as("%s is as any reader may find it", document).isTrue();
  }

  private Document found(DocumentRef ref) {
    return store()
        .holds()
        .findLatest(new Target.OfDocument(ref))
        .stored()
        .orElseThrow()
        .fold(
            (Account account) -> {
              throw new AssertionError("an account: " + account);
            },
            there -> there);
  }

  private static boolean isWhole(Document document) {
    long number = document.fields().get("n").orElseThrow().wholeNumber().orElseThrow();
    return document.holds().stream().noneMatch(one -> isExcluded(one, document))
        && document.escrow().values().stream()
            .allMatch(
                now ->
                    0 <= Math.min(now.available(), now.receivable())
                        && now.available() <= number
                        && now.receivable() <= 100 - number);
  }

  private static boolean isExcluded(Hold one, Document document) {
    return document.holds().stream().anyMatch(other -> !other.equals(one) && one.excludes(other));
  }
}
