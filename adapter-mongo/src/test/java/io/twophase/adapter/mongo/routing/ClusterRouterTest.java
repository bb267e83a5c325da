package io.twophase.adapter.mongo.routing;

import static io.twophase.domain.testing.Documents.check;
import static io.twophase.domain.testing.Documents.leg;
import static org.assertj.core.api.Assertions.assertThat;

import io.twophase.domain.document.CollectionName;
import io.twophase.domain.document.DocumentRef;
import io.twophase.domain.outcome.DocumentHoldOutcome;
import io.twophase.domain.outcome.MatchOutcome;
import io.twophase.domain.participant.DocumentLeg;
import io.twophase.domain.value.Value;
import io.twophase.ports.DocumentRepository;
import io.twophase.ports.StoreUnavailableException;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** One cluster is away, and what is asked of the others is done all the same. */
class ClusterRouterTest {

  private static final DocumentLeg AWAY = checking(orders().onCluster("east").document(id()));
  private static final DocumentLeg HERE = checking(orders().document(id()));

  private final DocumentRepository router =
      new ClusterRouter(thatAnswers(), Map.of("east", thatIsAway()));

  private static CollectionName orders() {
    return CollectionName.of("orders");
  }

  private static Value id() {
    return Value.of("o1");
  }

  private static DocumentLeg checking(DocumentRef document) {
    return leg("t", 1, check(document));
  }

  private static DocumentRepository thatAnswers() {
    return port(
        (method, asked) ->
            method.equals("hold") ? DocumentHoldOutcome.held() : MatchOutcome.MATCHED);
  }

  private static DocumentRepository thatIsAway() {
    return port(
        (method, asked) -> {
          throw new StoreUnavailableException("gone");
        });
  }

  private interface Answer {
    Object to(String method, List<?> asked);
  }

  private static DocumentRepository port(Answer answer) {
    return (DocumentRepository)
        Proxy.newProxyInstance(
            DocumentRepository.class.getClassLoader(),
            new Class<?>[] {DocumentRepository.class},
            (proxy, method, arguments) -> {
              List<?> asked = (List<?>) arguments[0];
              return Collections.nCopies(asked.size(), answer.to(method.getName(), asked));
            });
  }

  @Test
  void holdsOnTheOthersArePlaced() {
    assertThat(router.hold(List.of(AWAY, HERE)))
        .containsExactly(DocumentHoldOutcome.inDoubt(), DocumentHoldOutcome.held());
  }

  @Test
  void stampsAndSettlesOfTheOthersAreMade() {
    List<MatchOutcome> halfKnown = List.of(MatchOutcome.IN_DOUBT, MatchOutcome.MATCHED);
    assertThat(router.stamp(List.of(AWAY, HERE))).isEqualTo(halfKnown);
    assertThat(router.settle(List.of(AWAY, HERE))).isEqualTo(halfKnown);
  }
}
