package io.twophase.domain;

import static io.twophase.domain.testing.Fixtures.ON_REQUEST;
import static io.twophase.domain.testing.Fixtures.epoch;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.account.StatusRefusal;
import io.twophase.domain.authorization.AuthorizationRefusal;
import io.twophase.domain.function.Conflicts;
import io.twophase.domain.operation.AccountOperation;
import io.twophase.domain.reading.ReadAnswer;
import io.twophase.domain.testing.BodyWords;
import io.twophase.domain.testing.Families;
import io.twophase.domain.testing.Scenes;
import io.twophase.domain.testing.ScenesOf;
import io.twophase.domain.testing.Verbs;
import io.twophase.domain.transaction.CancelReason;
import io.twophase.domain.transaction.Refusal;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The lines that are more than the components of a refusal in a format, and some that are not. */
class RefusalsTest {

  private final Verbs verbs =
      BodyWords.verbs(this)
          .reading(Reason.class, any -> ON_REQUEST)
          .reading(Epoch.class, number -> epoch(Long.parseLong(number)))
          .reading(AccountOperation.class, word -> (AccountOperation) BodyWords.operation(word));

  @ScenesOf("refusals.txt")
  void namesWhatIsWrong(Scenes.Scene scene) {
    scene.play(verbs);
  }

  /** The line of a refusal: its kind, then its parts between bars. */
  String line(String words) {
    Reason refusal = reason(words);
    assertThat(refusal.kind()).isEqualTo(words.replaceAll(" .*", ""));
    return refusal.message();
  }

  /** Says whether an attempt that was canceled for it is made again, and for which document. */
  String conflict(String words) {
    CancelReason reason = (CancelReason) reason(words);
    return Conflicts.isConflict(reason)
        + (Conflicts.isOfPresence(reason) ? ", of presence" : "")
        + Conflicts.document(reason).map(document -> ", " + document).orElse("");
  }

  private Reason reason(String words) {
    List<String> parts = List.of(words.split(" \\|(?: |$)", -1));
    Class<?> type =
        Stream.of(
                Refusal.class,
                CancelReason.class,
                AuthorizationRefusal.class,
                StatusRefusal.class,
                ReadAnswer.NotRead.class)
            .flatMap(Families::types)
            .filter(each -> each.getSimpleName().equals(parts.get(0)))
            .findFirst()
            .orElseThrow();
    return (Reason) verbs.recordOf(type, parts.subList(1, parts.size()));
  }

  @Test
  void saysWhyItWasCanceledForPeopleAndForPrograms() {
    assertThat(ON_REQUEST.kind()).isEqualTo("Canceled");
    assertThat(new CancelReason.Requested("").message()).isEqualTo("canceled on request");
    assertThat(new CancelReason.Recovered().kind()).isEqualTo("CanceledByRecovery");
    assertThat(new CancelReason.Recovered().message()).contains("recovery");
  }
}
