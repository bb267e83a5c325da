package io.twophase.console.action;

import io.twophase.OperatorActions;
import io.twophase.console.http.BadRequestException;
import io.twophase.console.http.Request;
import io.twophase.console.page.Answer;
import io.twophase.console.page.Screen;
import io.twophase.console.view.Json;
import io.twophase.domain.ActionId;
import io.twophase.domain.ActionReason;
import io.twophase.domain.InvalidId;
import io.twophase.domain.OperatorName;
import io.twophase.domain.action.ActionKind;
import io.twophase.domain.action.ActionOutcome;
import io.twophase.domain.action.OperatorAction;
import io.vavr.control.Either;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Carries out an action, once for each id of an action, and logs it. */
record ActionPost(Action action, OperatorActions actions) implements Screen {

  /** The codes of outcomes by which the action has its effect. */
  private static final Set<String> DONE =
      Set.of(
          "done", "canceled", "authorized", "captured", "approved", "reversed", "frozen", "active");

  @Override
  public Answer answer(Request request) {
    String id = request.required("id");
    Map<String, String> arguments = new LinkedHashMap<>();
    action
        .fields()
        .forEach(
            field ->
                request
                    .parameter(field.name())
                    .ifPresent(value -> arguments.put(field.name(), value)));
    String operator = request.caller().orElseThrow().name();
    OperatorAction asked =
        action(
            parsed(ActionId.parse(request.required("action"))),
            parsed(OperatorName.parse(operator)),
            parsed(ActionReason.parse(request.required("reason"))),
            action.kind(),
            id,
            arguments);
    return actions
        .perform(
            asked,
            () -> action.doing().apply(new Asked(id, operator, asked.reason().value(), arguments)))
        .fold(
            refusal -> new Answer.Declined(409, refusal.kind(), refusal.message()),
            outcome -> done(asked.id(), outcome));
  }

  private static OperatorAction action(
      ActionId id,
      OperatorName operator,
      ActionReason reason,
      ActionKind kind,
      String subject,
      Map<String, String> arguments) {
    try {
      return new OperatorAction(id, operator, reason, kind, subject, arguments);
    } catch (IllegalArgumentException wrong) {
      throw new BadRequestException(String.valueOf(wrong.getMessage()));
    }
  }

  private static <T> T parsed(Either<InvalidId, T> value) {
    return value.getOrElseThrow(fault -> new BadRequestException(fault.message()));
  }

  private static Answer done(ActionId id, ActionOutcome outcome) {
    return new Answer.Done(
        DONE.contains(outcome.code()) ? 200 : outcome.isUnknown() ? 503 : 409,
        "/action?id=" + URLEncoder.encode(id.value(), StandardCharsets.UTF_8),
        Json.object("action", id, "code", outcome.code(), "message", outcome.message()));
  }
}
