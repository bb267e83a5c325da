package io.twophase.domain.transaction;

import static io.twophase.domain.testing.Documents.change;
import static io.twophase.domain.testing.Documents.fields;
import static io.twophase.domain.testing.Documents.insert;
import static io.twophase.domain.testing.Documents.is;
import static io.twophase.domain.testing.Documents.order;
import static io.twophase.domain.testing.Documents.set;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.cents;
import static io.twophase.domain.testing.Fixtures.credit;
import static io.twophase.domain.testing.Fixtures.debit;
import static io.twophase.domain.testing.Fixtures.eur;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.twophase.domain.ApproverName;
import io.twophase.domain.TransactionId;
import io.twophase.domain.authorization.ApprovalRule;
import io.twophase.domain.authorization.AuthorizationTerms;
import io.twophase.domain.operation.AccountOperation.Debit;
import io.twophase.domain.operation.Operation;
import io.twophase.domain.transaction.BodyDigest.BodyText;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BodyDigestTest {

  private static NewTransaction body(String id, Operation... operations) {
    return new NewTransaction(new TransactionId(id), List.of(operations), Optional.empty());
  }

  private static NewTransaction transfer() {
    return body("t1", debit("A", cents(100)), credit("B", cents(100)));
  }

  private static NewTransaction reversing(String id) {
    NewTransaction body = transfer();
    return new NewTransaction(body.id(), body.operations(), Optional.of(new TransactionId(id)));
  }

  private static AuthorizationTerms approvedBy(int required, String... names) {
    return new AuthorizationTerms(
        Duration.ofDays(1),
        Optional.of(new ApprovalRule(required, Stream.of(names).map(ApproverName::new).toList())));
  }

  /** Each differs from some other in one thing only. */
  private static Stream<NewTransaction> different() {
    return Stream.of(
        transfer(),
        NewTransaction.tombstone(new TransactionId("t1")),
        NewTransaction.tombstone(new TransactionId("t2")),
        body("t2", debit("A", cents(100)), credit("B", cents(100))),
        body("t1", debit("A", cents(101)), credit("B", cents(101))),
        body("t1", debit("A", eur("1")), credit("B", eur("1"))),
        body("t1", debit("B", cents(100)), credit("A", cents(100))),
        body("t1", credit("B", cents(100)), debit("A", cents(100))),
        body("t1", debit("A", cents(100)), credit("C", cents(100))),
        body("t1", Debit.atMost(accountId("A"), cents(100)), credit("B", cents(100))),
        body("t1", debit("A", cents(200)), credit("B", cents(100)), credit("C", cents(100))),
        reversing("t0"),
        reversing("t9"),
        transfer().authorizedUnder(new AuthorizationTerms(Duration.ofDays(1))),
        transfer().authorizedUnder(new AuthorizationTerms(Duration.ofDays(2))),
        transfer().authorizedUnder(approvedBy(1, "ann", "bob")),
        transfer().authorizedUnder(approvedBy(2, "ann", "bob")),
        transfer().authorizedUnder(approvedBy(2, "bob", "ann")),
        reversing("t0").authorizedUnder(new AuthorizationTerms(Duration.ofDays(1))));
  }

  @Test
  void differsForEveryDifferentBody() {
    assertThat(different().map(BodyDigest::of).toList()).doesNotHaveDuplicates();
  }

  @Test
  void isTheSameForTheSame() {
    assertThat(different().map(BodyDigest::of).toList())
        .isEqualTo(different().map(BodyDigest::of).toList());
    assertThat(BodyDigest.of(transfer()).isOf(transfer())).isTrue();
    assertThat(BodyDigest.of(transfer()).isOf(reversing("t0"))).isFalse();
  }

  @Test
  void whatOnlyDescribesDoesNotCount() {
    NewTransaction described =
        transfer()
            .noted("rent")
            .importedBy(new ImportedRow("f".repeat(64), 1, true))
            .labelled(Labels.of(Optional.of("r"), Map.of("k", "v")).get());

    assertThat(described.asksTheSameAs(transfer())).isTrue();
    assertThat(BodyDigest.of(described)).isEqualTo(BodyDigest.of(transfer()));
  }

  @Test
  void theTextIsAsItIsDescribed() {
    assertThat(BodyText.of(transfer()))
        .isEqualTo(
            "15:twophase-body-1"
                + "2:t1"
                + "1:2"
                + "20:5:debit1:A3:1003:USD"
                + "21:6:credit1:B3:1003:USD");
  }

  /** It is stored: another digest would refuse what was answered before. */
  @Test
  void staysAsItIsFromVersionToVersion() {
    NewTransaction atMost =
        body("t1", Debit.atMost(accountId("A"), cents(100)), credit("B", cents(100)));
    NewTransaction authorized = reversing("t0").authorizedUnder(approvedBy(1, "ann", "bob"));
    NewTransaction onDocuments =
        body(
            "t1",
            insert(
                order("o1").collection().inDatabase("x").onCluster("y").document(7),
                fields("a", 5)),
            change(order("o2"), is("a", 4), set("b.c", 5L)));
    assertThat(
            Stream.of(
                    transfer(),
                    atMost,
                    authorized,
                    onDocuments,
                    NewTransaction.tombstone(new TransactionId("t1")))
                .map(body -> BodyDigest.of(body).hex()))
        .containsExactly(
            "91ff4e8054f23b75f963a76a57d730442aff643ea7481ca89d300c7e8d3b697b",
            "4cee5a2fa9e8503d643313990aedf41dba406a9ed064f2b3fd9d58781e2e27c8",
            "ebb6f4880426979d3da752fb90855d251b5caefcc6945cd2021b7523bdc35de2",
            "257e613185933d100f8600eed5641a4f5627f50259129ce20e752dca25841724",
            "33a9c733c74e1ee59eedb9fe9d80bf32ce897a43a778ed201fe89a21263b7f87");
  }

  @Test
  void isStoredAsBytes() {
    BodyDigest digest = BodyDigest.of(transfer());

    assertThat(digest.bytes()).hasSize(BodyDigest.BYTES);
    assertThat(BodyDigest.of(digest.bytes()).get()).isEqualTo(digest);
    assertThat(BodyDigest.of(new byte[31]).getLeft()).isEqualTo("has 31 bytes, not 32");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new BodyDigest("AB"))
        .withMessage("no digest: AB");
    for (String other : List.of("g", "`", "A", ":", "/")) {
      assertThatIllegalArgumentException().isThrownBy(() -> new BodyDigest(other.repeat(64)));
    }
  }
}
