package io.twophase.adapter.mongo.testing;

import static io.twophase.domain.testing.Fixtures.epoch;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.Reason;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Account;
import io.twophase.domain.hold.Claim.Answer;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Claim.Stamping;
import io.twophase.domain.hold.Document;
import io.twophase.domain.hold.Hold;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.Stored.Sight;
import io.twophase.domain.record.MatchOutcome;
import io.twophase.domain.testing.Fixtures;
import io.twophase.domain.testing.HoldWords;
import io.twophase.ports.Store;
import java.util.List;

/** Short calls of a store's holds. */
public record Holding(Store store) {

  /** The hold that a request places. */
  public Hold hold(Placing asked) {
    return Hold.of(store.home(), asked);
  }

  /** The answers to a call. */
  public List<Answer> place(List<Placing> asked) {
    return store.holds().place(asked);
  }

  /** The answer to a call of one. */
  public Answer place(Placing asked) {
    return place(List.of(asked)).get(0);
  }

  /** The reason for which a call of one is refused. */
  public Reason refusal(Placing asked) {
    Answer told = place(asked);
    assertThat(told.kind()).isEqualTo(Answer.Kind.REFUSED);
    return told.reason().orElseThrow();
  }

  /** Places all that is asked. */
  public List<Placing> held(List<Placing> asked) {
    assertThat(place(asked)).isEqualTo(asked.stream().map(this::hold).map(Answer::held).toList());
    return asked;
  }

  /** Places what is asked. */
  public Placing held(Placing asked) {
    return held(List.of(asked)).get(0);
  }

  /** Raises holds. */
  public List<MatchOutcome> stamp(List<Placing> held, long to) {
    return store
        .holds()
        .stamp(
            held.stream()
                .map(one -> new Stamping(one.claim().target(), hold(one), epoch(to)))
                .toList());
  }

  /** Ends holds with their whole effect. */
  public List<MatchOutcome> settle(List<Placing> held) {
    return store.holds().end(held.stream().map(HoldWords::settle).toList());
  }

  /** Ends a hold with its whole effect. */
  public void settled(Placing held) {
    assertThat(settle(List.of(held))).containsExactly(MatchOutcome.MATCHED);
  }

  /** Ends holds without effect, at any epoch. */
  public List<MatchOutcome> release(List<Placing> held) {
    return store.holds().end(held.stream().map(HoldWords::release).toList());
  }

  /** Ends holds without effect, at their epoch. */
  public List<MatchOutcome> withdraw(List<Placing> held) {
    return store.holds().end(held.stream().map(HoldWords::withdraw).toList());
  }

  /** A read of an account. */
  public Sight find(String account) {
    return find(new Target.OfAccount(Fixtures.accountId(account)));
  }

  /** A read of a document. */
  public Sight find(DocumentRef document) {
    return find(new Target.OfDocument(document));
  }

  private Sight find(Target target) {
    return store.holds().find(List.of(target)).get(0);
  }

  /** An account that is there. */
  public Account account(String id) {
    return (Account) find(id).stored().orElseThrow();
  }

  /** A document that is there. */
  public Document document(DocumentRef ref) {
    return (Document) find(ref).stored().orElseThrow();
  }
}
