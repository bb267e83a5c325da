package io.twophase.domain.explorer.breadth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The search of all explorers … */
class SearchTest {

  /**
   * Numbers up to 20, each of which leads to the next one and to its double.
   *
   * @param wrong what may not be reached
   * @param ends where it may end; nothing is asked where there is none
   * @param visited is told of each number
   */
  private record Numbers(int wrong, Set<Integer> ends, List<Integer> visited)
      implements Space<Integer> {

    @Override
    public Integer start() {
      return 1;
    }

    @Override
    public void next(Integer number, Steps<Integer> steps) {
      step(number + 1, "one more", steps);
      step(number * 2, "twice", steps);
    }

    private static void step(int next, String line, Steps<Integer> steps) {
      if (next <= 20) {
        steps.to(next, () -> line);
      }
    }

    @Override
    public Optional<String> fault(Integer number) {
      return number == wrong ? Optional.of("it is " + wrong) : Optional.empty();
    }

    @Override
    public Optional<String> withoutEnd() {
      return !ends.isEmpty() ? Optional.of("it never ends") : Optional.empty();
    }

    @Override
    public boolean isEnd(Integer number) {
      return ends.contains(number);
    }

    @Override
    public void visit(Integer number) {
      visited.add(number);
    }
  }

  @Test
  void meetsEachStateOnceTheNearestFirst() {
    List<Integer> visited = new ArrayList<>();
    Found found = Search.of(new Numbers(0, Set.of(), visited));

    assertThat(found).isEqualTo(new Found(20, Optional.empty(), List.of()));
    assertThat(visited).hasSize(20).doesNotHaveDuplicates().startsWith(1, 2, 3, 4, 6, 5, 8);
  }

  @Test
  void tellsTheShortestRunToAFault() {
    Found found = Search.of(new Numbers(9, Set.of(), new ArrayList<>()));

    assertThat(found.fault()).contains("it is 9");
    assertThat(found.trace()).containsExactly("one more", "twice", "twice", "one more");
    assertThat(found.report()).endsWith("  one more\n  => it is 9\n" + found.states() + " states");
  }

  @Test
  void tellsTheShortestRunToWhereNoEndCanBeReached() {
    assertThat(Search.of(new Numbers(0, Set.of(20), new ArrayList<>())).fault()).isEmpty();

    Found found = Search.of(new Numbers(0, Set.of(16), new ArrayList<>()));

    assertThat(found.fault()).contains("it never ends");
    assertThat(found.trace()).as("the run to 18").hasSize(5);
    assertThat(found.states()).isEqualTo(20);
  }
}
