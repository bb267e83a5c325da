package io.twophase.embedded.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.testing.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Directories whose files are of different ages, as where a backup was unpacked over a store: each
 * opens as one of these ages was, or is refused.
 */
class MixedAgesTest {

  /** How many mixtures of three ages are tried, besides all of two. */
  private static final int MIXTURES = Integer.getInteger("twophase.damage", 90);

  private static final String WATERMARK = "watermark";
  private static final String LOGS = ".*[.]log";
  private static final String TABLES = "(?!" + WATERMARK + "|" + LOGS + ").*";
  private static final String ALL = ".*";

  /** A directory as a kill leaves it, and what was acknowledged in it. */
  private record Age(String name, Path directory, SortedMap<String, String> acknowledged) {

    Part part(String names) {
      return new Part(this, names);
    }
  }

  /** The files of an age that have such names. */
  private record Part(Age age, String names) {

    @Override
    public String toString() {
      return age.name() + ": " + names;
    }
  }

  private final long seed = Seed.next("MixedAgesTest");
  private final Random random = new Random(seed);
  private final List<Age> ages = new ArrayList<>();

  @TempDir Path temporary;

  @BeforeEach
  void makeAges() throws IOException {
    Path working = temporary.resolve("working");
    SortedMap<String, String> content = new TreeMap<>();
    opening(working, "first", content);
    Path backup = temporary.resolve("backup");
    try (Storage storage = open(working)) {
      storage.copyTo(backup);
    }
    ages.add(new Age("backup", backup, new TreeMap<>(content)));
    Path other = temporary.resolve("other");
    Killed.copy(backup, other);
    SortedMap<String, String> otherContent = new TreeMap<>(content);
    opening(working, "second", content);
    opening(other, "other", otherContent);
    opening(working, "third", content);
  }

  /** Keeps the directory as a kill leaves it, three times while it is open. */
  private void opening(Path working, String name, SortedMap<String, String> content)
      throws IOException {
    try (Storage storage = open(working)) {
      for (int part = 0; part < 3; part++) {
        for (int i = 0; i < 20; i++) {
          String key = "key" + random.nextInt(30);
          String value = name + "." + part + "." + i;
          storage.write(Killed.change(key, value));
          content.put(key, value);
        }
        storage.acknowledge();
        Path copy = temporary.resolve(name + "." + part);
        Killed.copy(working, copy);
        ages.add(new Age(name + "." + part, copy, new TreeMap<>(content)));
        // the next part is in another log
        storage.compact();
      }
    }
  }

  @Test
  void eachAgeByItselfIsWhole() throws IOException {
    for (Age age : ages) {
      assertThat(outcome(ages, age.part(TABLES), age.part(LOGS), age.part(WATERMARK)))
          .as("%s, repeat with -Dtwophase.seed=%d", age.name(), seed)
          .isEqualTo(age.acknowledged());
    }
    Age backup = ages.get(3);
    assertThat(outcome(ages, backup.part(ALL))).isEqualTo(backup.acknowledged());
  }

  /** Tables, logs and the watermark are each of any age. */
  @Test
  void tablesAndLogsAndWatermarksOfDifferentAges() throws IOException {
    for (int i = 0; i < MIXTURES; i++) {
      outcome(ages, any().part(TABLES), any().part(LOGS), any().part(WATERMARK));
    }
  }

  @Test
  void oneAgeUnpackedOverAnother() throws IOException {
    for (Age below : ages) {
      for (Age above : ages) {
        outcome(List.of(below, above), below.part(ALL), above.part(ALL));
      }
    }
  }

  private Age any() {
    return ages.get(random.nextInt(ages.size()));
  }

  /** Requires that a store of these parts is of one of the ages, or is refused and has nothing. */
  private SortedMap<String, String> outcome(List<Age> allowed, Part... parts) throws IOException {
    Path copy = Files.createTempDirectory(temporary, "copy");
    for (Part part : parts) {
      Killed.copy(part.age().directory(), copy, part.names());
    }
    SortedMap<String, String> found;
    try (Storage storage = open(copy)) {
      found = Killed.read(storage);
    } catch (DamagedStoreException refused) {
      return new TreeMap<>();
    }
    assertThat(allowed)
        .as("%s, repeat with -Dtwophase.seed=%d", List.of(parts), seed)
        .anyMatch(age -> age.acknowledged().equals(found));
    return found;
  }

  private static Storage open(Path directory) {
    return Storage.open(directory, Durability.PROCESS_END);
  }
}
