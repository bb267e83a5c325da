package io.twophase.domain.transaction;

import static io.twophase.domain.testing.Fixtures.transfer;
import static io.twophase.domain.testing.Fixtures.usd;
import static io.twophase.domain.testing.StoredRecords.lone;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.Reason;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TransactionRefusalTest {

  @Test
  void aRecordKeepsAsMuchOfAReasonAsFits() {
    CancelReason.Requested cut = new CancelReason.Requested("x".repeat(501));
    assertThat(cut.text()).isEqualTo("x".repeat(250) + "…");
    assertThat(cut.said()).isSameAs(cut);
    assertThat(Reason.cut("x".repeat(500))).isEqualTo("x".repeat(500));
  }

  @Test
  void whoAsksUnderTheIdOfAnotherIsToldWhatDiffers() {
    NewTransaction asked = transfer("t", "A", "B", usd("1"));
    Transaction there = lone(State.PENDING, transfer("t", "A", "B", usd("2")));
    Refusal.IdReused known = Refusal.IdReused.by(Optional.of(there), asked);
    Refusal.IdReused removed = Refusal.IdReused.by(Optional.empty(), asked);
    String differs = "amount: 2.00 USD stored, 1.00 USD asked";
    assertThat(known.message()).isEqualTo("transaction t exists with other figures: " + differs);
    assertThat(removed.message())
        .isEqualTo(
            "transaction t was another one: its record was removed since, and the digest of what it"
                + " asked for differs");
    assertThat(new Refusal.IdReused(asked.id(), Optional.empty(), known.differences()).message())
        .endsWith("its record was removed since, and differs: " + differs);
  }
}
