package io.twophase.domain.explorer.batch;

import io.twophase.domain.account.HoldRefusal;
import io.twophase.domain.batch.AccountAnswer;
import io.twophase.domain.batch.Member;
import io.twophase.domain.batch.Verdict;
import io.twophase.domain.batch.protocol.BatchWorker;
import io.twophase.domain.batch.protocol.Inside;
import io.twophase.domain.id.AccountId;
import io.twophase.domain.id.TransactionId;
import io.twophase.domain.range.Net;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.LinkedHashSet;
import io.vavr.control.Option;
import java.util.HashMap;
import java.util.Map;

/** A run whose sums stop at the ends of int64, and count as if they fitted. */
record Stopping(BatchWorker worker) {

  Verdict verdict(Verdict faithful) {
    Map<AccountId, Long> nets = new HashMap<>();
    LinkedHashMap<TransactionId, HoldRefusal> refused = faithful.refused();
    LinkedHashSet<TransactionId> left = faithful.left();
    for (Member member : Inside.batch(worker).part(Inside.seen(worker))) {
      long out = Net.minus(nets.getOrDefault(member.source(), 0L), member.amount());
      long in = Net.plus(nets.getOrDefault(member.destination(), 0L), member.amount());
      if (allows(member.source(), out) && allows(member.destination(), in)) {
        nets.put(member.source(), out);
        nets.put(member.destination(), in);
        refused = refused.remove(member.id());
        left = left.remove(member.id());
      }
    }
    return new Verdict(refused, left);
  }

  private boolean allows(AccountId account, long net) {
    return Option.of(Inside.answers(worker).get(account))
        .exists(answer -> answer instanceof AccountAnswer.Held held && held.range().allows(net));
  }
}
