package io.twophase.adapter.inmemory.planted;

import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.adapter.inmemory.InMemoryDocumentRepository;
import io.twophase.adapter.inmemory.planted.PlantedDocuments.OverSoundDocuments;
import io.twophase.domain.operation.HoldLimit;
import io.twophase.domain.testing.Seed;
import io.twophase.test.equality.document.DocumentEquality;
import io.twophase.test.equality.document.DocumentStore;
import io.twophase.test.equality.document.Draws;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random calls on documents come to every answer, and tell each store that breaks a promise. */
class DocumentEqualityBitesTest {

  private static final int SEQUENCES = 300;
  private static final int CALLS = 100;
  private static final Draws DRAWS = Draws.everything("other");

  private static final Map<String, List<String>> REACHED =
      Map.of(
          "HOLD",
          List.of(
              "Held",
              "Present",
              "Present otherwise",
              "Busy",
              "NoSuchDocument",
              "DocumentExists",
              "GuardFailed",
              "ChangeImpossible",
              "BoundReached",
              "NotAddable",
              "mixed"),
          "STAMP",
          List.of("MATCHED", "NOT_MATCHED", "mixed"),
          "SETTLE",
          List.of("MATCHED", "NOT_MATCHED", "mixed"),
          "RELEASE",
          List.of("MATCHED", "NOT_MATCHED", "mixed"),
          "WITHDRAW",
          List.of("MATCHED", "NOT_MATCHED", "mixed"));

  private final long seed = Seed.next("DocumentEqualityBitesTest");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SettleIgnoresTheEpoch",
        "WithdrawIgnoresTheEpoch",
        "ReleaseNeedsTheEpoch",
        "HoldIgnoresTheHoldThatIsThere",
        "HoldIgnoresWhoIsBusy",
        "FindHidesPlaceholders",
        "ScanMarkedForgetsBounds",
        "CollectionsForgetsWhatHasEnded",
        "HoldAnswersInAnOrderOfItsOwn",
        "ReleaseForgetsTheLast",
        "HoldForgetsTheDatabase",
        "FindMistakesTheTypeOfNumbers"
      })
  void faultsOfDocumentsAreFound(String fault) {
    assertThat(find(() -> store(plant(fault)))).as("a difference").contains("shrunk to");
  }

  @Test
  void aSoundStoreIsLikeItself() {
    assertThat(find(() -> store(new OverSoundDocuments()))).isEmpty();
  }

  @Test
  void randomCallsComeToEveryKindOfAnswer() {
    DocumentEquality equality =
        new DocumentEquality(
            DocumentEqualityBitesTest::sound, DocumentEqualityBitesTest::sound, DRAWS);
    Map<String, Integer> counts = new HashMap<>();
    for (long next = seed; next < seed + SEQUENCES; next++) {
      equality.answers(next, CALLS).forEach((kind, more) -> counts.merge(kind, more, Integer::sum));
    }
    REACHED.forEach(
        (name, kinds) -> kinds.forEach(kind -> assertThat(counts).containsKey(name + " " + kind)));
  }

  private static DocumentStore sound() {
    InMemoryDocumentRepository documents = new InMemoryDocumentRepository(HoldLimit.DEFAULT);
    return new DocumentStore(documents, documents::store);
  }

  private static DocumentStore store(OverSoundDocuments planted) {
    return new DocumentStore(planted, planted.sound::store);
  }

  private String find(Supplier<DocumentStore> planted) {
    DocumentEquality equality =
        new DocumentEquality(DocumentEqualityBitesTest::sound, planted, DRAWS);
    for (long next = seed; next < seed + SEQUENCES; next++) {
      String found = equality.difference(next, CALLS).getOrElse("");
      if (!found.isEmpty()) {
        return found;
      }
    }
    return "";
  }

  private static OverSoundDocuments plant(String fault) {
    String name = PlantedDocuments.class.getName() + "$" + fault;
    try {
      Class<?> planted = Class.forName(name);
      return (OverSoundDocuments) planted.getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException missing) {
      throw new LinkageError("there is no " + name, missing);
    }
  }
}
