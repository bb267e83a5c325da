package io.twophase.test.contract;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives the tests of a nested class the instance of the contract around it. */
public final class Enclosing implements ParameterResolver {

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
    return test.getRequiredTestInstances()
        .findInstance(parameter.getParameter().getType())
        .isPresent();
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
    return test.getRequiredTestInstances()
        .findInstance(parameter.getParameter().getType())
        .orElseThrow();
  }
}
