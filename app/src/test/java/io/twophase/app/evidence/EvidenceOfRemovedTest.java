package io.twophase.app.evidence;

import static io.twophase.domain.testing.Fixtures.account;
import static io.twophase.domain.testing.Fixtures.accountId;
import static io.twophase.domain.testing.Fixtures.transactionId;
import static io.twophase.domain.testing.Fixtures.usd;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryStore;
import io.twophase.app.TwoPhase;
import io.twophase.app.transfer.Order;
import io.twophase.app.transfer.TransferRequest;
import io.twophase.domain.batch.record.MemberDocument;
import io.twophase.domain.evidence.TreeHead;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.outcome.TransactionLookup;
import io.twophase.domain.transaction.Receipt;
import io.twophase.ports.MemberReceipt;
import io.twophase.ports.ReceiptPeriod;
import io.vavr.control.Option;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What retention removes is no tampering; what somebody else removes is named where it can be. */
class EvidenceOfRemovedTest {

  private static final Duration DAY = Duration.ofDays(1);

  private Instant now = Instant.parse("2026-01-02T03:04:05Z");
  private InMemoryStore store = keeping(Option.some(ReceiptPeriod.FOR_EVER));
  private TwoPhase host = TwoPhase.over(store).build();

  private InMemoryStore keeping(Option<ReceiptPeriod> receipts) {
    InMemoryStore made = InMemoryStore.keeping(DAY, receipts, () -> now);
    made.accounts()
        .open(List.of(account("A").opening(usd("100")), account("B").opening(usd("10"))));
    return made;
  }

  private void use(Option<ReceiptPeriod> receipts) {
    host.close();
    store = keeping(receipts);
    host = TwoPhase.over(store).build();
  }

  @AfterEach
  void close() {
    host.close();
  }

  private static TransferRequest request(String id, String amount) {
    return new TransferRequest(transactionId(id), accountId("A"), accountId("B"), usd(amount));
  }

  private void transfer(String id) {
    host.transfers().transfer(request(id, "1"));
  }

  private void batch() {
    host.transfers()
        .transferAll(
            List.of(request("m1", "1"), request("m2", "1"), request("dear", "1000")).iterator(),
            Order.AS_GIVEN,
            outcome -> {});
  }

  /** Two lone ones and a batch, each with its leaf, finished long enough ago. */
  private TreeHead grown() {
    host.evidence().turnOn();
    transfer("t1");
    transfer("t2");
    batch();
    host.evidence().grow();
    now = now.plus(DAY);
    return host.evidence().head();
  }

  private List<String> findings() {
    return host.audit().run().findings().stream()
        .map(finding -> finding.kind().name() + " " + finding.id())
        .toList();
  }

  /** Without what follows of it for balances. */
  private List<String> ofEvidence() {
    return findings().stream().filter(finding -> !finding.startsWith("BALANCE_DIFFERS")).toList();
  }

  private TransactionLookup.Found find(String id) {
    return (TransactionLookup.Found) host.transactions().find(transactionId(id));
  }

  private void removesByHand(String id) {
    assertThat(store.transactions().remove(List.of(find(id).record())))
        .containsExactly(MatchOutcome.MATCHED);
  }

  private void removesMemberByHand(String id) {
    TransactionLookup.Found member = find(id);
    assertThat(
            store
                .batches()
                .get()
                .records()
                .removeMembers(
                    List.of(new MemberDocument(member.batch().get(), member.record().body()))))
        .containsExactly(MatchOutcome.MATCHED);
  }

  @Test
  void whatAPassHasReplacedByReceiptsIsNoTampering() {
    TreeHead before = grown();
    host.retention().pass();
    assertThat(host.transactions().find(transactionId("m2")))
        .isInstanceOf(TransactionLookup.Removed.class);

    assertThat(findings()).isEmpty();
    assertThat(host.audit().runAgainst(before).findings()).isEmpty();
    transfer("t3");
    host.evidence().grow();
    assertThat(findings()).isEmpty();
    assertThat(host.evidence().consistency(3, 4).get().proves(before, host.evidence().head()))
        .isTrue();
  }

  @Test
  void whatSomebodyElseHasRemovedIsNamedBesideReceipts() {
    grown();
    removesByHand("t2");
    host.retention().pass();

    assertThat(ofEvidence()).containsExactly("RECORD_REMOVED t2");
  }

  @Test
  void aTransferOfABatchThatSomebodyElseHasRemovedIsNamedAsLongAsItsBatchIsThere() {
    grown();
    removesMemberByHand("m2");

    assertThat(ofEvidence()).containsExactly("RECORD_REMOVED m2");
  }

  @Test
  void membersThatAreReceiptsWhileTheirBatchIsThereAreNoTampering() {
    grown();
    List<TransactionId> ids = Stream.of("m1", "m2").map(id -> transactionId(id)).toList();
    store
        .batches()
        .get()
        .records()
        .replaceMembers(
            ids.stream()
                .map(id -> find(id.value()))
                .map(
                    found ->
                        new MemberReceipt(
                            new MemberDocument(found.batch().get(), found.record().body()),
                            Receipt.of(found.record()).get()))
                .toList());

    assertThat(ofEvidence()).isEmpty();
  }

  @Test
  void withoutReceiptsOrWhereTheyGoInTheirTurnItCannotBeTold() {
    for (Option<ReceiptPeriod> receipts :
        List.of(Option.<ReceiptPeriod>none(), Option.some(ReceiptPeriod.of(DAY.multipliedBy(3))))) {
      use(receipts);
      grown();
      host.retention().pass();
      now = now.plus(DAY.multipliedBy(3));
      host.retention().pass();

      assertThat(findings()).isEmpty();
    }
  }

  @Test
  void aReceiptFromBeforeTheEvidenceHasALeafThatSaysThatItIsGone() {
    host.events().turnOn();
    transfer("t1");
    host.events().number();
    now = now.plus(DAY);
    host.retention().pass();
    host.evidence().turnOn();
    transfer("t2");

    assertThat(host.evidence().grow()).isEqualTo(new Growth.Whole(2));
    assertThat(findings()).isEmpty();
  }
}
