package io.twophase.test.contract.document;

import static io.twophase.domain.outcome.MatchOutcome.MATCHED;
import static io.twophase.domain.testing.Documents.add;
import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.leg;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.push;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Documents.unset;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.operation.DocumentOperation;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.participant.DocumentRefusal;
import io.twophase.domain.participant.Participant;
import io.twophase.domain.participant.SizeLimit;
import io.twophase.domain.value.Fields;
import io.twophase.ports.DocumentRepository;
import io.vavr.control.Option;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What would be larger than a document may be is refused by name, before anything is decided. */
public abstract class DocumentSizeContract extends DocumentContract {

  private static final DocumentRef LARGE = order("large");
  private static final long MOST = SizeLimit.DOCUMENT_BYTES - SizeLimit.RESERVED_BYTES;

  private final BiConsumer<DocumentRef, Fields> host;

  /**
   * @param fresh gives an empty repository; asked once before each test
   * @param host stores a document as a host does
   */
  protected DocumentSizeContract(
      Supplier<DocumentRepository> fresh, BiConsumer<DocumentRef, Fields> host) {
    super(fresh);
    this.host = host;
  }

  /** Fields of a document that is so large, with its id. */
  private static Fields ofBytes(long bytes) {
    long others = fields("n", 1, "x", "").bsonSize() + LARGE.id().bsonSize();
    return fields("n", 1, "x", "x".repeat(Math.toIntExact(bytes - others)));
  }

  private static DocumentHoldOutcome tooLarge(long bytes) {
    return refused(new DocumentRefusal.DocumentTooLarge(LARGE, bytes, MOST));
  }

  @Test
  void whatIsInsertedMayBeSoLargeAndNotLarger() {
    assertThat(hold(leg("t1", 1, insert(LARGE, ofBytes(MOST + 1))))).isEqualTo(tooLarge(MOST + 1));
    assertThat(read(LARGE).isEmpty()).isTrue();
    done("t2", insert(LARGE, ofBytes(MOST)));
    done("t3", add(LARGE, "n", 5));
    assertThat(read(LARGE).get().fields().get("n")).contains(fields("n", 6L).get("n").get());
  }

  @Test
  void whatIsChangedNeverBecomesLargerThanADocumentMayBe() {
    host.accept(LARGE, ofBytes(MOST - 1_000));
    Option<Participant> before = read(LARGE);
    String more = "y".repeat(Math.toIntExact(SizeLimit.RESERVED_BYTES + 2_000));
    for (DocumentOperation growing :
        List.of(
            change(LARGE, set("more", more)),
            change(LARGE, push("more", more)),
            change(LARGE, set("a.b.more", more)))) {
      assertThat(isTooLarge(hold(leg("t1", 1, growing)))).isTrue();
    }
    assertThat(read(LARGE).equals(before)).isTrue();
    String little = "y".repeat(900);
    done("t2", change(LARGE, set("more", little)));
    done("t3", change(LARGE, unset("x")));
    assertThat(read(LARGE).get().fields()).isEqualTo(fields("more", little, "n", 1));
  }

  private static boolean isTooLarge(DocumentHoldOutcome outcome) {
    return outcome instanceof DocumentHoldOutcome.Refused refused
        && refused.refusal() instanceof DocumentRefusal.DocumentTooLarge;
  }

  /** Between what the rules leave and what a server takes, a store may hold a change or not. */
  @ParameterizedTest
  @ValueSource(ints = {900, 100_000, 262_300, 262_600, 262_900})
  void whatIsHeldCanBeSettled(int more) {
    host.accept(LARGE, ofBytes(MOST - 1_000));
    DocumentLeg leg = leg("t1", 1, change(LARGE, set("more", "y".repeat(more))));
    DocumentHoldOutcome outcome = hold(leg);
    if (outcome.equals(DocumentHoldOutcome.held())) {
      assertThat(settle(leg)).isEqualTo(MATCHED);
    } else {
      assertThat(isTooLarge(outcome)).isTrue();
      assertThat(more).isGreaterThan(900);
    }
  }

  /** A host's own may be larger: what makes it smaller is held. */
  @Test
  void whatIsTooLargeAlreadyMayBecomeSmaller() {
    host.accept(LARGE, ofBytes(SizeLimit.DOCUMENT_BYTES - 10_000));
    done("t1", change(LARGE, set("x", "small")));
    assertThat(read(LARGE).get().fields()).isEqualTo(fields("n", 1, "x", "small"));
  }
}
