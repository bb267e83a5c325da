package io.twophase.domain.record;

import io.twophase.domain.TransactionId;
import java.util.AbstractList;
import java.util.HashSet;
import java.util.List;
import java.util.RandomAccess;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A list of ids that does not change, and that is asked about every member of a large record. */
final class MemberIds extends AbstractList<TransactionId> implements RandomAccess {

  private static final int FEW = 8;

  private final List<TransactionId> ids;
  private volatile @Nullable Set<TransactionId> index;

  private MemberIds(List<TransactionId> ids) {
    this.ids = List.copyOf(ids);
  }

  static MemberIds of(List<TransactionId> ids) {
    return ids instanceof MemberIds same ? same : new MemberIds(ids);
  }

  @Override
  public TransactionId get(int at) {
    return ids.get(at);
  }

  @Override
  public int size() {
    return ids.size();
  }

  @Override
  public boolean contains(@Nullable Object id) {
    return ids.size() <= FEW ? ids.contains(id) : index().contains(id);
  }

  private Set<TransactionId> index() {
    Set<TransactionId> built = index;
    if (built == null) {
      built = new HashSet<>(ids);
      index = built;
    }
    return built;
  }
}
