package io.twophase.test.contract.hold;

import static io.twophase.domain.record.MatchOutcome.MATCHED;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.push;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Documents.unset;
import static io.twophase.domain.testing.Documents.value;
import static io.twophase.domain.testing.HoldWords.on;
import static io.twophase.domain.testing.HoldWords.settle;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.document.SizeLimit;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Document;
import io.twophase.domain.testing.HoldWords;
import io.twophase.domain.transaction.DocumentRefusal.DocumentTooLarge;
import io.twophase.domain.value.Fields;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * A document that would be larger than one may be is refused by name, before anything is decided.
 */
public abstract class DocumentSizeContract extends HoldCases {

  private static final DocumentRef ORDER = order("o1");
  private static final long MOST = SizeLimit.MOST_BYTES;

  /** Fields of a document that is so large, with its id. */
  private static Fields ofBytes(long bytes) {
    long others = fields("n", 1, "x", "").bsonSize() + ORDER.id().bsonSize();
    return fields("n", 1, "x", "x".repeat(Math.toIntExact(bytes - others)));
  }

  @Test
  void whatIsInsertedMayBeSoLargeAndNotLarger() {
    isRefused(
        on("t1", insert(ORDER, ofBytes(MOST + 1))), new DocumentTooLarge(ORDER, MOST + 1, MOST));
    assertThat(read(ORDER).isEmpty()).isTrue();
    done(on("t2", insert(ORDER, ofBytes(MOST))));
    done(HoldWords.placing("t3 #o1.n+5"));
    assertThat(fieldsOf(ORDER).orElseThrow().get("n")).contains(value(6L));
  }

  @Test
  void whatIsChangedNeverBecomesLargerThanADocumentMayBe() {
    host(ORDER, ofBytes(MOST - 1_000));
    Optional<Document> before = read(ORDER);
    String more = "y".repeat(Math.toIntExact(SizeLimit.RESERVED_BYTES + 2_000));
    List<Placing> growing =
        List.of(
            on("t1", change(ORDER, set("more", more))),
            on("t2", change(ORDER, push("more", more))),
            on("t3", change(ORDER, set("a.b.more", more))));
    assertThat(store().holds().place(growing)).allMatch(DocumentSizeContract::isTooLarge);
    assertThat(read(ORDER).equals(before)).isTrue();
    whatIsHeldCanBeSettled(262_300);
    whatIsHeldCanBeSettled(262_900);
    String little = "y".repeat(900);
    done(on("t4", change(ORDER, set("more", little))));
    done(on("t5", change(ORDER, unset("x"))));
    assertThat(fieldsOf(ORDER)).contains(fields("more", little, "n", 1));
  }

  /** Between what the rules leave and what a server takes, a store may hold a change or not. */
  private void whatIsHeldCanBeSettled(int more) {
    Placing asked = on("t" + more, change(ORDER, set("more", "y".repeat(more))));
    Answer answer = place(asked);
    if (answer.kind() == Answer.Kind.HELD) {
      assertThat(end(settle(asked))).isEqualTo(MATCHED);
      done(on("without-" + more, change(ORDER, unset("more"))));
    } else {
      assertThat(isTooLarge(answer)).isTrue();
    }
  }

  private static boolean isTooLarge(Answer answer) {
    return answer.reason().stream().anyMatch(DocumentTooLarge.class::isInstance);
  }

  /** A host's own may be larger: what makes it smaller is held. */
  @Test
  void whatIsTooLargeAlreadyMayBecomeSmaller() {
    host(ORDER, ofBytes(SizeLimit.DOCUMENT_BYTES - 10_000));
    done(on("t1", change(ORDER, set("x", "small"))));
    assertThat(fieldsOf(ORDER)).contains(fields("n", 1, "x", "small"));
  }
}
