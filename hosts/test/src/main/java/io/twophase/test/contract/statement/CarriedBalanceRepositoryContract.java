package io.twophase.test.contract.statement;

import static io.twophase.domain.testing.Fixtures.accountId;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.AccountId;
import io.twophase.domain.hold.RecordId;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.statement.CarriedBalance;
import io.twophase.domain.statement.Ending;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.domain.testing.Verbs;
import io.twophase.ports.CarriedBalanceRepository;
import io.twophase.test.contract.Race;
import io.vavr.control.Either;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/**
 * All that a {@link CarriedBalanceRepository} promises. An adapter's test extends this and says how
 * to get one.
 */
public abstract class CarriedBalanceRepositoryContract {
  private static final Instant AT = Instant.parse("2026-11-23T10:00:00.123Z");

  /** The balances of a scene, by which those that are found are named. */
  private final Map<CarriedBalance, String> known = new ConcurrentHashMap<>();

  /** Gives one that is fresh and empty: asked once for each test, before it begins. */
  protected abstract CarriedBalanceRepository repository();

  /** A step is a method of the repository; {@code all} scans it. */
  @ScenesOf("carried.txt")
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    CarriedBalanceRepository carried = repository();
    scene.play(
        new Verbs(new Scan(carried), carried)
            .reading(CarriedBalance.class, this::balance)
            .saying(
                CarriedBalance.class,
                each ->
                    each.equals(CarriedBalance.none(each.account()))
                        ? each.account() + " is none"
                        : known.getOrDefault(each, each.toString())));
  }

  record Scan(CarriedBalanceRepository carried) {
    List<Either<String, CarriedBalance>> all() {
      List<Either<String, CarriedBalance>> all = new ArrayList<>();
      carried.scan(all::add);
      return all;
    }
  }

  /** An account, a sum, the number of changes and of lines, and the record that ended last. */
  private CarriedBalance balance(String words) {
    String[] parts = words.split(" ", -1);
    long changes = Long.parseLong(parts[2]);
    CarriedBalance balance =
        new CarriedBalance(
            new AccountId(parts[0]),
            new BigInteger(parts[1]),
            changes,
            Optional.of(new Ending(AT, new RecordId(parts[3]))),
            Optional.of(AT.minusSeconds(1)),
            changes);
    known.put(balance, words);
    return balance;
  }

  @Test
  void ofThoseWhoReplaceOneAtOnceOneDoes() {
    CarriedBalanceRepository carried = repository();
    carried.carry(List.of(balance("A 0 1 t")));
    List<MatchOutcome> outcomes =
        Race.of(8, at -> carried.carry(List.of(balance("A " + at + " 2 t"))).get(0));
    assertThat(outcomes).filteredOn(MatchOutcome.MATCHED::equals).hasSize(1);
    assertThat(carried.find(List.of(accountId("A"))).get(0).get().sum())
        .isEqualTo(BigInteger.valueOf(outcomes.indexOf(MatchOutcome.MATCHED)));
  }
}
