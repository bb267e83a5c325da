package io.twophase.adapter.inmemory.planted;

import io.twophase.domain.evidence.TreeLeaf;
import io.twophase.ports.EvidenceRepository;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/** Repositories of leaves that each break one promise. */
final class PlantedLeaves {

  private PlantedLeaves() {}

  /** Events with these leaves. */
  private static class WithLeaves extends PlantedEvents.OverSoundEvents {
    private final EvidenceRepository leaves;

    WithLeaves(EvidenceRepository leaves) {
      this.leaves = leaves;
    }

    @Override
    public EvidenceRepository evidence() {
      return leaves;
    }
  }

  /** A sound one, but for what is planted in it. */
  private static class Leaves implements EvidenceRepository {
    final TreeMap<Long, TreeLeaf> leaves = new TreeMap<>();
    boolean isOn;

    @Override
    public synchronized boolean isOn() {
      return isOn;
    }

    @Override
    public synchronized void turnOn() {
      isOn = true;
    }

    @Override
    public synchronized void turnOff() {
      isOn = false;
    }

    @Override
    public synchronized long size() {
      return leaves.isEmpty() ? 0 : leaves.lastKey();
    }

    @Override
    public synchronized List<TreeLeaf> leaves(Collection<Long> numbers) {
      return leaves.values().stream().filter(leaf -> numbers.contains(leaf.number())).toList();
    }

    @Override
    public synchronized List<TreeLeaf> after(long number) {
      return List.copyOf(leaves.tailMap(number, false).values());
    }

    @Override
    public synchronized void add(List<TreeLeaf> added) {
      for (TreeLeaf leaf : added) {
        if (leaves.putIfAbsent(leaf.number(), leaf) != null) {
          break;
        }
      }
    }
  }

  static final class IsTurnedOnFromTheStart extends WithLeaves {
    IsTurnedOnFromTheStart() {
      super(
          new Leaves() {
            @Override
            public boolean isOn() {
              return true;
            }
          });
    }
  }

  static final class ForgetsAsItIsTurnedOff extends WithLeaves {
    ForgetsAsItIsTurnedOff() {
      super(
          new Leaves() {
            @Override
            public synchronized void turnOff() {
              super.turnOff();
              leaves.clear();
            }
          });
    }
  }

  static final class AddsFourAtMost extends WithLeaves {
    AddsFourAtMost() {
      super(
          new Leaves() {
            @Override
            public synchronized void add(List<TreeLeaf> added) {
              super.add(added.subList(0, Math.min(added.size(), 4)));
            }
          });
    }
  }

  static final class SortsLeavesAsText extends WithLeaves {
    SortsLeavesAsText() {
      super(
          new Leaves() {
            @Override
            public synchronized List<TreeLeaf> after(long number) {
              List<TreeLeaf> sorted = new ArrayList<>(super.after(number));
              sorted.sort(Comparator.comparing(leaf -> Long.toString(leaf.number())));
              return sorted;
            }
          });
    }
  }

  static final class FindsAllUpToTheLast extends WithLeaves {
    FindsAllUpToTheLast() {
      super(
          new Leaves() {
            @Override
            public synchronized List<TreeLeaf> leaves(Collection<Long> numbers) {
              return List.copyOf(leaves.values());
            }
          });
    }
  }

  static final class LosesMembers extends WithLeaves {
    LosesMembers() {
      super(
          new Leaves() {
            @Override
            public synchronized void add(List<TreeLeaf> added) {
              super.add(
                  added.stream()
                      .map(leaf -> new TreeLeaf(leaf.number(), leaf.nodes(), List.of()))
                      .toList());
            }
          });
    }
  }

  static final class Overwrites extends WithLeaves {
    Overwrites() {
      super(
          new Leaves() {
            @Override
            public synchronized void add(List<TreeLeaf> added) {
              added.forEach(leaf -> leaves.put(leaf.number(), leaf));
            }
          });
    }
  }

  static final class AddsBehindOneThatIsThere extends WithLeaves {
    AddsBehindOneThatIsThere() {
      super(
          new Leaves() {
            @Override
            public synchronized void add(List<TreeLeaf> added) {
              added.forEach(leaf -> leaves.putIfAbsent(leaf.number(), leaf));
            }
          });
    }
  }
}
