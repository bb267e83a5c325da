package io.twophase.app.simulation.world;

import io.twophase.domain.evidence.TreeLeaf;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.ports.EvidenceRepository;
import java.util.Collection;
import java.util.List;

/** The leaves of the tree of evidence as one process reaches them. */
final class SimulatedLeaves implements EvidenceRepository {

  private final EvidenceRepository store;
  private final Wire wire;

  SimulatedLeaves(EvidenceRepository store, Wire wire) {
    this.store = store;
    this.wire = wire;
  }

  @Override
  public boolean isOn() {
    return wire.read("is evidence on", store::isOn);
  }

  @Override
  public void turnOn() {
    store.turnOn();
  }

  @Override
  public void turnOff() {
    store.turnOff();
  }

  @Override
  public long size() {
    return wire.read("size of the tree", store::size);
  }

  @Override
  public List<TreeLeaf> leaves(Collection<Long> numbers) {
    return wire.read("leaves", () -> store.leaves(numbers));
  }

  @Override
  public List<TreeLeaf> after(long number) {
    return wire.read("leaves after", () -> store.after(number));
  }

  /** All of them travel together: none is inserted behind one that was not. */
  @Override
  public void add(List<TreeLeaf> leaves) {
    Writing<List<TreeLeaf>, MatchOutcome> writing =
        Writing.ofOne(
            "add leaves",
            all -> {
              store.add(all);
              return MatchOutcome.MATCHED;
            });
    var unused = wire.write(writing, List.of(leaves));
  }
}
