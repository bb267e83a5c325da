package io.twophase.domain.hold;

import static io.twophase.domain.testing.Answers.accepted;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.hold.Claim.Ending;
import io.twophase.domain.hold.Claim.Placing;
import io.twophase.domain.hold.Hold.Home;
import io.twophase.domain.hold.Hold.Target;
import io.twophase.domain.hold.HoldRules.HoldLimit;
import io.twophase.domain.testing.AccountFixture;
import io.twophase.domain.testing.BodyWords;
import io.twophase.domain.testing.HoldWords;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.domain.value.Fields;
import java.util.Optional;

/** Rules that no store of one home can show: the contract of holds has the others. */
class HoldRulesTest {

  private Optional<Stored> there = Optional.empty();

  @ScenesOf("rules.txt")
  void comesOutAsItIsWritten(Scenes.Scene scene) {
    scene.play(
        BodyWords.verbs(this)
            .ofValues(HoldRules.class, Claim.OfDocument.class)
            .reading(HoldRules.class, HoldRulesTest::rules)
            .reading(Placing.class, HoldWords::placing)
            .reading(Target.class, HoldWords::target));
  }

  private static HoldRules rules(String home) {
    return new HoldRules(new Home(home), CollectionName.of("accounts"), HoldLimit.DEFAULT);
  }

  void document(DocumentRef ref, Fields fields) {
    there = Optional.of(Document.of(ref, fields));
  }

  void account(String words) {
    there = Optional.of(Account.open(accepted(AccountFixture.words(words))));
  }

  /** Says what kind of answer there is, and whose hold is in the way, if the hold is not placed. */
  String places(HoldRules rules, Placing asked) {
    return rules
        .place(there, asked)
        .peek(held -> there = Optional.of(held))
        .fold(
            answer -> answer.kind() + " by " + answer.hold().orElseThrow().home(), held -> "HELD");
  }

  boolean settles(HoldRules rules, Placing asked) {
    return ends(rules, HoldWords.settle(asked));
  }

  boolean releases(HoldRules rules, Placing asked) {
    return ends(rules, HoldWords.release(asked));
  }

  /** Ends the first hold as it was read. */
  boolean clears(HoldRules rules) {
    Stored read = there.orElseThrow();
    return ends(rules, Ending.of(read.target(), read.holds().get(0)));
  }

  private boolean ends(HoldRules rules, Ending asked) {
    Optional<Optional<Stored>> ended = rules.end(there, asked);
    ended.ifPresent(left -> there = left);
    return ended.isPresent();
  }

  Optional<Stored> there() {
    return there;
  }
}
