package io.twophase.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.bench.BenchSettings.AccountSpread;
import io.twophase.bench.competitor.Competitor.BenchTransfer;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which transfers are asked for, between which accounts. */
class WorkloadTest {

  @Test
  void aNumberOfAccountsIsFromTwoToTenMillions() {
    assertThat(AccountSpread.parse("hot")).contains(new AccountSpread("hot", 2));
    assertThat(AccountSpread.parse("2")).contains(new AccountSpread("2", 2));
    assertThat(AccountSpread.parse("10000000")).contains(new AccountSpread("10000000", 10_000_000));
    assertThat(List.of("1", "10000001", "-2", "", "warm"))
        .allSatisfy(text -> assertThat(AccountSpread.parse(text)).isEmpty());
  }

  @Test
  void sourceAndDestinationDifferAndTheAmountIsInItsBounds() {
    for (int accounts : List.of(2, 5)) {
      List<BenchTransfer> transfers = transfers(Workload.uniform(accounts));

      assertThat(transfers)
          .allSatisfy(
              transfer -> {
                assertThat(transfer.source()).isNotEqualTo(transfer.destination());
                assertThat(transfer.amount()).isBetween(1L, (long) Workload.LARGEST);
              });
      assertThat(transfers).extracting(BenchTransfer::source).contains(0, accounts - 1);
      assertThat(transfers).extracting(BenchTransfer::destination).contains(0, accounts - 1);
    }
  }

  @Test
  void oneAccountOfEachTransferIsTheFirstEitherWay() {
    List<BenchTransfer> transfers = transfers(Workload.withTheFirst(5));

    assertThat(transfers)
        .allMatch(transfer -> (transfer.source() == 0) != (transfer.destination() == 0));
    assertThat(transfers).anyMatch(transfer -> transfer.source() == 0);
    assertThat(transfers).anyMatch(transfer -> transfer.destination() == 0);
  }

  @Test
  void theSameSeedGivesTheSameTransfers() {
    assertThat(transfers(Workload.uniform(50))).isEqualTo(transfers(Workload.uniform(50)));
  }

  private static List<BenchTransfer> transfers(Workload workload) {
    SplittableRandom random = new SplittableRandom(3);
    return Stream.generate(() -> workload.next(random)).limit(500).toList();
  }
}
