package io.twophase.app.transfer.atomic.equality;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.mongo.atomic.planted.PlantedBatches;
import io.twophase.adapter.mongo.atomic.planted.PlantedBatches.Fault;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A shortcut with a fault is told from the protocol. */
class ShortcutEqualityBitesTest {

  private static final ShortcutEquality EQUALITY = new ShortcutEquality();
  private static final int TRIES = 20;

  @AfterAll
  static void close() {
    EQUALITY.close();
  }

  @ParameterizedTest
  @EnumSource
  void aFaultIsFound(Fault fault) {
    assertThat(
            LongStream.range(0, TRIES)
                .anyMatch(
                    seed ->
                        EQUALITY
                            .difference(
                                seed,
                                (sound, database) -> new PlantedBatches(fault, sound, database))
                            .isDefined()))
        .isTrue();
  }
}
