package io.twophase.test.contract.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.event.Digest;
import io.twophase.domain.event.Frontier;
import io.twophase.domain.event.TreeLeaf;
import io.twophase.ports.EvidenceRepository;
import io.twophase.test.contract.Race;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The contract of adding and reading the leaves of the tree over the numbers. */
@DisplayName("Leaves")
public abstract class LeavesContract extends EventContract {

  private EvidenceRepository evidence() {
    return events().evidence();
  }

  /** The first leaves of a tree; those of another word are other ones. */
  private static List<TreeLeaf> tree(int size, String word) {
    List<TreeLeaf> leaves = new ArrayList<>();
    Frontier frontier = Frontier.EMPTY;
    for (int number = 1; number <= size; number++) {
      Frontier.Grown grown = frontier.with(Digest.ofLeaf(word + " " + number));
      frontier = grown.frontier();
      leaves.add(new TreeLeaf(number, grown.nodes(), List.of()));
    }
    return leaves;
  }

  @Test
  void noneAreAddedUntilThatIsTurnedOn() {
    assertThat(evidence().isOn()).isFalse();

    evidence().turnOn();
    evidence().turnOn();
    assertThat(evidence().isOn()).isTrue();

    evidence().turnOff();
    evidence().turnOff();
    assertThat(evidence().isOn()).isFalse();
  }

  @Test
  void whatIsThereStaysWhenItIsTurnedOff() {
    evidence().turnOn();
    evidence().add(tree(3, "a"));
    evidence().turnOff();

    assertThat(evidence().size()).isEqualTo(3);
    assertThat(evidence().after(0)).isEqualTo(tree(3, "a"));
  }

  @Test
  void leavesAreReadAsTheyWereAdded() {
    List<TreeLeaf> all = tree(12, "a");
    assertThat(evidence().size()).isZero();
    assertThat(evidence().after(0)).isEmpty();

    evidence().add(all.subList(0, 5));
    evidence().add(all.subList(5, 12));

    assertThat(evidence().size()).isEqualTo(12);
    assertThat(evidence().after(0)).isEqualTo(all);
    assertThat(evidence().after(9)).isEqualTo(all.subList(9, 12));
    assertThat(evidence().after(12)).isEmpty();
  }

  /** A reader asks for those behind the last that it has, until there are none. */
  @Test
  void leavesComeInPagesAndTheSizeIsTheNumberOfTheLast() {
    int most = EvidenceRepository.MOST_AT_ONCE;
    List<TreeLeaf> all = tree(most + 3, "a");
    evidence().add(all.subList(1, most));
    evidence().add(all.subList(most, most + 3));

    assertThat(evidence().size()).isEqualTo(most + 3);
    assertThat(evidence().after(0)).isEqualTo(all.subList(1, most + 1));
    assertThat(evidence().after(most + 1)).isEqualTo(all.subList(most + 1, most + 3));
  }

  @Test
  void leavesAreFoundByTheirNumbers() {
    List<TreeLeaf> all = tree(12, "a");
    evidence().add(all);

    assertThat(evidence().leaves(List.of(11L, 2L, 13L))).containsExactly(all.get(1), all.get(10));
    assertThat(evidence().leaves(List.of())).isEmpty();
  }

  @Test
  void theDigestsOfMembersAreKept() {
    List<Digest> members =
        LongStream.range(0, 100).mapToObj(at -> Digest.ofLeaf("m" + at)).toList();
    TreeLeaf leaf = new TreeLeaf(1, List.of(Digest.ofLeaf("batch")), members);

    evidence().add(List.of(leaf));

    assertThat(evidence().after(0)).containsExactly(leaf);
  }

  @Test
  void aLeafThatIsThereStays() {
    evidence().add(tree(1, "a"));
    evidence().add(tree(3, "b"));

    assertThat(evidence().after(0)).isEqualTo(tree(1, "a"));
  }

  @Test
  void noneIsAddedBehindOneThatIsThere() {
    List<TreeLeaf> all = tree(4, "a");
    evidence().add(all.subList(1, 2));

    evidence().add(tree(4, "b"));

    assertThat(evidence().after(0)).containsExactly(tree(1, "b").get(0), all.get(1));
  }

  @Test
  void ofManyWhoAddTheSameNumbersOneDoes() {
    List<List<TreeLeaf>> asked = List.of(tree(5, "a"), tree(5, "b"), tree(5, "c"), tree(5, "d"));

    Race.of(
        asked.size(),
        by -> {
          evidence().add(asked.get(by));
          return true;
        });

    assertThat(asked).contains(evidence().after(0));
  }
}
