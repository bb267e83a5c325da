package io.twophase.adapter.inmemory;

import io.twophase.domain.event.TreeLeaf;
import io.twophase.ports.EvidenceRepository;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;

/** The leaves in a concurrent map. */
final class InMemoryEvidenceRepository implements EvidenceRepository {

  private final ConcurrentSkipListMap<Long, TreeLeaf> leaves = new ConcurrentSkipListMap<>();
  private volatile boolean isOn;

  @Override
  public boolean isOn() {
    return isOn;
  }

  @Override
  public void turnOn() {
    isOn = true;
  }

  @Override
  public void turnOff() {
    isOn = false;
  }

  @Override
  public long size() {
    Map.Entry<Long, TreeLeaf> last = leaves.lastEntry();
    return last == null ? 0 : last.getKey();
  }

  @Override
  public List<TreeLeaf> leaves(Collection<Long> numbers) {
    return numbers.stream().sorted().distinct().map(leaves::get).filter(Objects::nonNull).toList();
  }

  @Override
  public List<TreeLeaf> after(long number) {
    return leaves.tailMap(number, false).values().stream().limit(MOST_AT_ONCE).toList();
  }

  @Override
  public void add(List<TreeLeaf> added) {
    for (TreeLeaf leaf : added) {
      if (leaves.putIfAbsent(leaf.number(), leaf) != null) {
        break;
      }
    }
  }
}
