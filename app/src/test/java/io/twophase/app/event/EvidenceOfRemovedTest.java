package io.twophase.app.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.app.event.TreeGrowth.Growth;
import io.twophase.app.testing.OneBank;
import io.twophase.domain.event.TreeHead;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.record.Retention.Removal;
import io.twophase.domain.record.TransactionLookup;
import io.twophase.domain.transaction.Receipt;
import io.twophase.ports.ReceiptPeriod;
import io.vavr.control.Either;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What retention removes is no tampering; what somebody else removes is named where it can be. */
class EvidenceOfRemovedTest extends OneBank {

  @BeforeEach
  void keepReceipts() {
    use(keeping(Optional.of(ReceiptPeriod.FOR_EVER)));
  }

  /** Two lone ones and a batch, each with its leaf, finished long enough ago. */
  private TreeHead grown() {
    host.evidence().turnOn();
    transfer("t1", "t2");
    batch("m1", "m2", "dear");
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

  private void removesByHand(String id) {
    assertThat(store.records().remove(List.of(removal(id)))).containsExactly(MatchOutcome.MATCHED);
  }

  @Test
  void whatAPassHasReplacedByReceiptsIsNoTampering() {
    TreeHead before = grown();
    host.retention().pass();
    assertThat(find("m2")).isInstanceOf(TransactionLookup.Removed.class);

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
    removesByHand("m2");

    assertThat(ofEvidence()).containsExactly("RECORD_REMOVED m2");
  }

  @Test
  void membersThatAreReceiptsWhileTheirBatchIsThereAreNoTampering() {
    grown();
    List<Removal> removals =
        Stream.of("m1", "m2")
            .map(this::lookup)
            .map(
                found ->
                    new Removal(
                        Either.right(found.member().orElseThrow()),
                        Receipt.of(found.transaction().orElseThrow())))
            .toList();
    store.records().remove(removals);

    assertThat(ofEvidence()).isEmpty();
  }

  @Test
  void withoutReceiptsOrWhereTheyGoInTheirTurnItCannotBeTold() {
    for (Optional<ReceiptPeriod> receipts :
        List.of(
            Optional.<ReceiptPeriod>empty(), Optional.of(ReceiptPeriod.of(DAY.multipliedBy(3))))) {
      use(keeping(receipts));
      grown();
      host.retention().pass();
      now = now.plus(DAY.multipliedBy(3));
      host.retention().pass();

      assertThat(findings()).isEmpty();
    }
  }

  /** The number of the first stays, since the one before it does. */
  @Test
  void anotherRecordOfAnIdThatRetentionHasFreedIsNoTampering() {
    use(keeping(Optional.empty()));
    grown();
    removesByHand("t2");
    transfer("t2");
    host.evidence().grow();

    assertThat(ofEvidence()).isEmpty();
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
