package io.twophase.app.simulation.planted;

import io.twophase.domain.evidence.Digest;
import io.twophase.domain.evidence.Frontier;
import io.twophase.domain.evidence.TreeLeaf;
import io.twophase.ports.EventRepository;
import io.twophase.ports.EvidenceRepository;
import io.twophase.test.forwarding.ForwardingEvents;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * A planted fault: when the tree has grown for a while, its first leaf is changed, and all that
 * follows from it.
 */
public final class RewrittenTree extends ForwardingEvents implements EvidenceRepository {

  private static final int UNTIL = 500;

  private final List<TreeLeaf> leaves = new ArrayList<>();
  private boolean isOn;

  public RewrittenTree(EventRepository sound) {
    super(sound);
  }

  @Override
  public EvidenceRepository evidence() {
    return this;
  }

  @Override
  public boolean isOn() {
    return isOn;
  }

  @Override
  public void turnOn() {
    super.turnOn();
    isOn = true;
  }

  @Override
  public void turnOff() {
    throw new UnsupportedOperationException("nobody turns it off");
  }

  @Override
  public long size() {
    return leaves.size();
  }

  @Override
  public List<TreeLeaf> leaves(Collection<Long> numbers) {
    return leaves.stream().filter(leaf -> numbers.contains(leaf.number())).toList();
  }

  @Override
  public List<TreeLeaf> after(long number) {
    return leaves.stream()
        .filter(leaf -> leaf.number() > number)
        .limit(EvidenceRepository.MOST_AT_ONCE)
        .toList();
  }

  @Override
  public void add(List<TreeLeaf> added) {
    boolean wasShort = leaves.size() < UNTIL;
    for (TreeLeaf leaf : added) {
      if (leaf.number() != leaves.size() + 1L) {
        break;
      }
      leaves.add(leaf);
    }
    if (wasShort && leaves.size() >= UNTIL) {
      rewrite();
    }
  }

  private void rewrite() {
    Frontier frontier = Frontier.EMPTY;
    for (int at = 0; at < leaves.size(); at++) {
      TreeLeaf leaf = leaves.get(at);
      Digest digest = at == 0 ? Digest.ofLeaf("another") : leaf.digest();
      Frontier.Grown grown = frontier.with(digest);
      leaves.set(at, new TreeLeaf(leaf.number(), grown.nodes(), leaf.members()));
      frontier = grown.frontier();
    }
  }
}
