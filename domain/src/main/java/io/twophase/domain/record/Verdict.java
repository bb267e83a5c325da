package io.twophase.domain.record;

import io.twophase.domain.id.TransactionId;
import io.vavr.collection.LinkedHashMap;

/** By member; who is not named is applied in full. */
public record Verdict(LinkedHashMap<TransactionId, Fate> others) {
  public Fate of(TransactionId member) {
    return others.get(member).getOrElse(Fate.APPLIED);
  }

  public boolean appliesNone(java.util.List<TransactionId> members) {
    return members.stream().noneMatch(id -> of(id).kind() == Fate.Kind.APPLIED);
  }
}
