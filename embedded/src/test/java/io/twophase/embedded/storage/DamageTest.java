package io.twophase.embedded.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.testing.Seed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The matrix of damage: a store as a kill leaves it, with each file missing, cut, or with a bit
 * flipped. It opens with everything that was acknowledged, or it is refused by name.
 *
 * <p>{@code ./mvnw test -P damage} has a thousand flips; {@code -Dtwophase.damage=N} any number.
 */
class DamageTest {

  /** How many bits are flipped, and a third as many cuts. */
  private static final int FLIPS = Integer.getInteger("twophase.damage", 90);

  /** Of a file, so many records are tried. */
  private static final int MOST_KINDS = FLIPS / 10;

  private final long seed = Seed.next("DamageTest");
  private final Random random = new Random(seed);

  @TempDir Path temporary;
  private Killed killed;

  @BeforeEach
  void makeAStore() throws Exception {
    killed = Killed.make(temporary.resolve("working"), temporary.resolve("killed"), random);
    assertThat(killed.files().stream().filter(file -> file.toString().endsWith(".log")))
        .as("logs of a kill between two")
        .hasSizeGreaterThanOrEqualTo(2);
  }

  @Test
  void eachFileMissing() throws IOException {
    Path lock = Path.of(DirectoryLock.LOCK);
    assertThat(outcome(lock, content -> content, DamageTest::open)).as("undamaged").isEqualTo(ALL);
    for (Path file : killed.files()) {
      requireAllOrRefused(file + " missing", file, content -> null);
    }
  }

  @Test
  void eachFileWithOtherContent() throws IOException {
    for (Path file : killed.files()) {
      for (int length : List.of(0, 1, 16, 5_000, 100_000)) {
        byte[] foreign = "x".repeat(length).getBytes(StandardCharsets.UTF_8);
        assertThat(requireAllOrRefused(file + " of " + length + " x", file, content -> foreign))
            .matches(ALL + "|.*DamagedStoreException: .*" + LEFT);
      }
    }
  }

  @Test
  void cutAtRandomPlaces() throws IOException {
    for (int i = 0; i < FLIPS / 3; i++) {
      Path file = oneOfTheFiles();
      int length = random.nextInt((int) Files.size(killed.directory().resolve(file)));
      requireAllOrRefused(
          file + " cut to " + length, file, content -> Arrays.copyOf(content, length));
    }
  }

  @Test
  void oneBitFlippedAtRandomPlaces() throws IOException {
    for (int i = 0; i < FLIPS; i++) {
      Path file = oneOfTheFiles();
      int bit = random.nextInt(8 * (int) Files.size(killed.directory().resolve(file)));
      requireAllOrRefused(file + " with bit " + bit + " flipped", file, flipped(bit));
    }
  }

  /** Of which the engine reads one for ever, where it stands in the list of its files. */
  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void theKindOfEachRecordFlipped() throws IOException {
    for (Path file : killed.files()) {
      String name = file.getFileName().toString();
      if (name.startsWith("MANIFEST") || name.endsWith(".log")) {
        List<Integer> kinds = kinds(Files.readAllBytes(killed.directory().resolve(file)));
        assertThat(kinds).as(name).isNotEmpty();
        for (int at : kinds.subList(0, Math.min(MOST_KINDS, kinds.size()))) {
          for (int bit = 0; bit < 4; bit++) {
            requireAllOrRefused(
                file + " with bit " + bit + " of the kind at " + at + " flipped",
                file,
                flipped(8 * at + bit));
          }
        }
      }
    }
  }

  /** Where the kinds of the records are, in a file of one block. */
  private static List<Integer> kinds(byte[] bytes) {
    List<Integer> kinds = new ArrayList<>();
    ByteBuffer all = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 0; at + 7 <= bytes.length; at += 7 + Short.toUnsignedInt(all.getShort(at + 4))) {
      kinds.add(at + 6);
    }
    return kinds;
  }

  /** Without the watermark and the chain of logs this matrix finds documents that are lost. */
  @Test
  void theMatrixBites() throws IOException {
    List<String> outcomesOfLogs = new ArrayList<>();
    for (Path file : killed.files()) {
      if (file.toString().endsWith(".log")) {
        outcomesOfLogs.add(outcome(file, content -> null, Storage::acceptWhatIsLeft));
      }
    }
    assertThat(outcomesOfLogs).contains(FEWER);
  }

  private static final String ALL = "all";
  private static final String LEFT = ", and left the file";
  private static final String FEWER = "fewer or other documents";

  private static Storage open(Path directory) {
    return Storage.open(directory, Durability.PROCESS_END);
  }

  private Path oneOfTheFiles() throws IOException {
    List<Path> files =
        killed.files().stream()
            .filter(file -> killed.directory().resolve(file).toFile().length() > 0)
            .toList();
    return files.get(random.nextInt(files.size()));
  }

  private static UnaryOperator<byte[]> flipped(int bit) {
    return content -> {
      content[bit / 8] ^= (byte) (1 << bit % 8);
      return content;
    };
  }

  private String requireAllOrRefused(String cell, Path file, UnaryOperator<byte[]> damage)
      throws IOException {
    String outcome = outcome(file, damage, DamageTest::open);
    assertThat(outcome)
        .as("%s, repeat with -Dtwophase.seed=%d", cell, seed)
        .matches(ALL + "|.*/copy.*");
    return outcome;
  }

  /** All, fewer, or the refusal, and whether it left the file as it was. */
  private String outcome(Path file, UnaryOperator<byte[]> damage, Function<Path, Storage> opening)
      throws IOException {
    Path copy = temporary.resolve("copy");
    Killed.copy(killed.directory(), copy);
    Path damaged = copy.resolve(file.toString());
    byte[] content = damage.apply(Files.readAllBytes(damaged));
    if (content == null) {
      Files.delete(damaged);
    } else {
      Files.write(damaged, content);
    }
    try (Storage storage = opening.apply(copy)) {
      SortedMap<String, String> found = Killed.read(storage);
      return found.equals(killed.acknowledged()) ? ALL : FEWER;
    } catch (EmbeddedStoreException refused) {
      boolean isLeft = Files.exists(damaged) && Arrays.equals(Files.readAllBytes(damaged), content);
      return refused + (isLeft ? LEFT : "");
    } finally {
      Modes.deleteTree(copy);
    }
  }
}
